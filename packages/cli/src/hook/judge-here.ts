/** The last word of a process that judges a call for another one, which can end it. */
export const HERE = '--judge-here';

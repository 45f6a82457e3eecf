declare const absolute: unique symbol;

/** Starts with `/`, holds no `.` or `..` segment, no empty one, and no trailing slash. Only `absolutePath` makes one. */
export type AbsolutePath = string & { readonly [absolute]: true };

/** Thrown in the middle of an analysis that reaches a limit; `analyseCommandLine` turns it into a problem. */
export class AnalysisLimitError extends Error {}

declare const absolute: unique symbol;

/** Starts with `/`, has no `.`, `..` or empty segments, and no trailing slash. Only `absolutePath` creates one. */
export type AbsolutePath = string & { readonly [absolute]: true };

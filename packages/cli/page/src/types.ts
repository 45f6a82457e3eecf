// Without the extension: the compiler would rewrite it to a file that doesn't exist.
export type * from '../../src/page/page-types';

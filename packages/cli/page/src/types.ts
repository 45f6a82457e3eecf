// Without its ending: the compiler would rewrite it to a file that isn't there.
export type * from '../../src/page/page-types';

export { parseText, splitByteOrderMark } from '../documents/parsed-text.ts';
export { isTable } from '../documents/table.ts';

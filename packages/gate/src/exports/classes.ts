export type { ClassDetails } from '../classes/class-details.ts';
export { classDetails } from '../classes/class-details.ts';
export type { ClassName } from '../classes/class-names.ts';
export { CLASS_NAMES, CLASSES, isClassName } from '../classes/class-names.ts';
export { classNamesIn } from '../classes/class-names-in.ts';

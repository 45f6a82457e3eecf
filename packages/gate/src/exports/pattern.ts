export { classOfPattern } from '../pattern/class-of-pattern.ts';
export { gitignorePath } from '../pattern/gitignore-path.ts';
export { starText } from '../pattern/parse-claude-spec.ts';
export { specFor } from '../pattern/parse-pattern.ts';
export { EDITING_TOOLS, matchesTool, namedTools, parseToolGlob, READING_TOOLS } from '../pattern/tool-glob.ts';

/** `import()` would start the loader of ES modules for it. */
export function requiring(file, code) {
  const imported = new RegExp(`\\bimport\\(([\`'"])${file.replaceAll('.', '\\.')}\\1\\)`, 'g');
  return code.replaceAll(imported, `Promise.resolve().then(()=>require("${file}"))`);
}

/** Modules of Node that are dear to load and seldom used come with their first use. */
export function loadingLate(code) {
  const late = code.replaceAll(/\brequire\((["'`])(node:[\w/]+)\1\)/g, (found, _, name) =>
    LATE_MODULES.has(name) ? `late("${name}")` : found,
  );
  if (late === code) return code;
  const [, interpreter = '', rest] = /^(#!.*\n)?(.*)$/s.exec(late);
  return `${interpreter}const late=n=>{let m;return new Proxy({},{get:(_,k)=>(m??=require(n))[k]})};${rest}`;
}

const LATE_MODULES = new Set([
  ...['node:child_process', 'node:crypto', 'node:fs/promises', 'node:module', 'node:os', 'node:readline'],
  ...['node:stream', 'node:stream/promises', 'node:timers/promises', 'node:url', 'node:zlib'],
]);

/** One character beyond Latin-1 doubles the text in memory, and it is read a third more slowly. */
export function asciiOnly(code) {
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

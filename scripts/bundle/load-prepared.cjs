// Stands for a file of the bundle, as `name.cjs` beside `name.code` (the file as one function) and `name.bytecode`.
const { readFileSync } = require('node:fs');
const { Script } = require('node:vm');
const filename = `${__filename.slice(0, -'cjs'.length)}code`;
let cachedData;
try {
  cachedData = readFileSync(`${filename.slice(0, -'code'.length)}bytecode`);
} catch {}
new Script(readFileSync(filename, 'utf8'), { filename, cachedData })
  .runInThisContext()
  .call(exports, exports, require, module, __filename, __dirname);

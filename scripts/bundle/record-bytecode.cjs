// Preloaded: when the process ends, the bytecode of every prepared file that it has used is written beside the file.
const { writeFileSync } = require('node:fs');
const vm = require('node:vm');

const scripts = [];
const { Script } = vm;

vm.Script = class extends Script {
  constructor(code, options) {
    super(code, options);
    if (options?.filename?.endsWith('.code')) scripts.push({ script: this, file: options.filename });
  }
};

process.on('exit', () => {
  for (const { script, file } of scripts) {
    writeFileSync(file.replace(/\.code$/, '.bytecode'), script.createCachedData());
  }
});

// Preloaded: when the process ends, the bytecode of every prepared file that it has used is written beside the file, as RECORDED_AS.
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

// The way out of every process that does not end by itself.
const { reallyExit } = process;
process.reallyExit = (code) => {
  record();
  reallyExit.call(process, code);
};
process.on('exit', record);

function record() {
  for (const { script, file } of scripts) {
    writeFileSync(file.replace(/\.code$/, `.${process.env.RECORDED_AS}`), script.createCachedData());
  }
}

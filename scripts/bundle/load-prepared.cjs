#!/usr/bin/env node
// Stands for `name.code`, a file of the bundle as one function, and for others like it that it requires; what V8 made of it lies beside.
const { closeSync, openSync, readSync } = require('node:fs');
const { Script } = require('node:vm');
// Each file, how long its code is and how long what V8 made of it, in one text: an object of so many is made longer than one is looked up.
const SIZES = '';
// What V8 made of the code holds for the flags with which it was made.
const [made, place] = process.execArgv[0] === QUICK_FLAG ? ['quick-bytecode', 2] : ['bytecode', 1];

function load(file, module) {
  const filename = __dirname + file.slice(1, -'cjs'.length);
  const sizes = SIZES.slice(SIZES.indexOf(` ${file} `) + file.length + 2);
  const lengths = sizes.split(' ', 3).map(Number);
  const script = new Script(Buffer.prototype.latin1Slice.call(read(`${filename}code`, lengths[0])), {
    filename: `${filename}code`,
    cachedData: lengths[place] === 0 ? undefined : readOrNothing(filename + made, lengths[place]),
  });
  return run(file, module, script.runInThisContext());
}

function run(file, module, code) {
  const { exports } = module;
  loaded[file] = module;
  code.call(exports, exports, requirePrepared, module, __filename, __dirname);
  return module.exports;
}

const loaded = {};

// Past the loader of Node, which would look for each of these files in four ways.
function requirePrepared(file) {
  if (loaded[file] !== undefined) return loaded[file].exports;
  return SIZES.includes(` ${file} `) ? load(file, { exports: {} }) : require(file);
}

// Of another build, or gone: then it is compiled as ever.
function readOrNothing(filename, length) {
  try {
    return read(filename, length);
  } catch {}
}

// Half of what it takes to ask for the length first, or to make a buffer of it.
function read(filename, length) {
  const bytes = new Uint8Array(length);
  const file = openSync(filename);
  const there = readSync(file, bytes);
  closeSync(file);
  if (there !== length) throw new Error(`${filename} is shorter than it was built`);
  return bytes;
}

START;

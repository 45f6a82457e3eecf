#!/usr/bin/env node
// Stands for `name.code`, a file of the bundle as one function, and for others like it that it requires; `name.bytecode` lies beside.
const { closeSync, openSync, readSync } = require('node:fs');
const { Script } = require('node:vm');
// Each file, how long its code is and how long its bytecode, in one text: an object of so many is made longer than one is looked up.
const SIZES = '';

function load(file, module) {
  const filename = __dirname + file.slice(1, -'cjs'.length);
  const sizes = SIZES.slice(SIZES.indexOf(` ${file} `) + file.length + 2);
  const [code, bytecode] = sizes.split(' ', 2).map(Number);
  const script = new Script(Buffer.prototype.latin1Slice.call(read(`${filename}code`, code)), {
    filename: `${filename}code`,
    cachedData: bytecode === 0 ? undefined : readOrNothing(`${filename}bytecode`, bytecode),
  });
  const { exports } = module;
  loaded[file] = module;
  script.runInThisContext().call(exports, exports, requirePrepared, module, __filename, __dirname);
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

load(ENTRY, module);

#!/usr/bin/env node
// Stands for `name.code`, a file of the bundle as one function, and for others like it that it requires. What V8 made of them is in the
// cache directory of the user, one directory for each Node: see docs/adr/0023.
const { closeSync, constants, fstatSync, lstatSync, openSync, readSync } = require('node:fs');
const { Script } = require('node:vm');
// Each file and how long its code is, in one text: an object of so many is made longer than one is looked up.
const SIZES = '';
// All that decides whether bytecode holds. V8 looks at its own version and flags again.
const MAKER = `BUILD ${process.version} ${process.arch} ${process.execPath} ${process.execArgv.join(' ')} ${process.env.NODE_OPTIONS ?? ''}`;
const DIRECTORY = bytecodeDirectory();

const loaded = {};
// What is worth keeping: scripts that ran without bytecode, or with bytecode that is still growing.
const growing = [];

function load(file, module) {
  const name = file.slice(2, -'.cjs'.length);
  const filename = `${__dirname}/${name}.code`;
  const sizes = SIZES.slice(SIZES.indexOf(` ${file} `) + file.length + 2);
  const code = Buffer.prototype.latin1Slice.call(readStart(filename, Number(sizes.split(' ', 1)[0])));
  const kept = DIRECTORY === undefined ? undefined : readKept(name);
  const script = new Script(code, { filename, cachedData: kept?.bytecode });
  const age = script.cachedDataRejected === false ? kept.age : 0;
  if (DIRECTORY !== undefined && age < AGES) keepAtEnd({ name, script, age: age + 1 });
  return run(file, module, script.runInThisContext());
}

function run(file, module, code) {
  const { exports } = module;
  loaded[file] = module;
  code.call(exports, exports, requirePrepared, module, __filename, __dirname);
  return module.exports;
}

// Past the loader of Node, which would look for each of these files in four ways.
function requirePrepared(file) {
  if (loaded[file] !== undefined) return loaded[file].exports;
  return SIZES.includes(` ${file} `) ? load(file, { exports: {} }) : require(file);
}

// Undefined where there is no cache, or nothing that tells whose it is.
function bytecodeDirectory() {
  const { HOME = '', XDG_CACHE_HOME = '' } = process.env;
  const base = XDG_CACHE_HOME[0] === '/' ? XDG_CACHE_HOME : HOME[0] === '/' ? `${HOME}/.cache` : undefined;
  if (base === undefined || process.geteuid === undefined) return undefined;
  let hash = 0;
  for (let at = 0; at < MAKER.length; at++) hash = (Math.imul(hash, 0x01000193) ^ MAKER.charCodeAt(at)) | 0;
  return `${base}/caliban/bytecode/${(hash >>> 0).toString(16)}`;
}

// The file: the header, its age in eight bytes, and the bytecode twice. V8 does not check what it is given, and to compare two copies takes
// a tenth of a sum.
function readKept(name) {
  let descriptor;
  try {
    if (!isOurs(lstatSync(DIRECTORY, { bigint: true, throwIfNoEntry: false }), constants.S_IFDIR)) return undefined;
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    descriptor = openSync(`${DIRECTORY}/${name}`, flags);
    const found = fstatSync(descriptor, { bigint: true });
    if (!isOurs(found, constants.S_IFREG)) return undefined;
    const header = headerOf(name);
    const start = header.length + 8;
    const length = (Number(found.size) - start) / 2;
    if (!(length > 0) || length % 4 !== 0) return undefined;
    const all = new Uint8Array(start + 2 * length);
    if (readSync(descriptor, all) !== all.length) return undefined;
    if (Buffer.compare(all.subarray(0, header.length), header) !== 0) return undefined;
    const bytecode = all.subarray(start, start + length);
    if (Buffer.compare(bytecode, all.subarray(start + length)) !== 0) return undefined;
    return { bytecode, age: all[header.length] };
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

// A multiple of eight: where bytecode starts in memory, V8 wants it aligned.
function headerOf(name) {
  const text = `caliban bytecode 1 ${name} ${MAKER}\n`;
  return Buffer.from(text.padEnd((text.length + 7) & ~7), 'latin1');
}

// And nobody else's to read or write.
function isOurs(found, type) {
  if (found === undefined) return false;
  const mode = Number(found.mode);
  return (mode & constants.S_IFMT) === type && (mode & 0o077) === 0 && Number(found.uid) === process.geteuid();
}

// Bytecode holds the functions that ran so far, so that the first calls add to it.
const AGES = 8;

// When all is said: a hook ends by `reallyExit` after its answer, other commands mostly by themselves.
function keepAtEnd(kept) {
  if (growing.push(kept) > 1) return;
  const { reallyExit } = process;
  process.reallyExit = (code) => {
    keep();
    reallyExit.call(process, code);
  };
  if (!__filename.endsWith('/hook.cjs') && process.argv[2] !== 'hook') process.on('exit', keep);
}

function keep() {
  const scripts = growing.splice(0);
  if (scripts.length === 0) return;
  try {
    require('./keep-bytecode.cjs').keepBytecode(DIRECTORY, scripts, { headerOf, isOurs });
  } catch {
    // Without it the next process is slower, nothing else.
  }
}

function readStart(filename, length) {
  // Half of what it takes to ask for the length first, or to make a buffer of it.
  const bytes = new Uint8Array(length);
  const file = openSync(filename);
  const there = readSync(file, bytes);
  closeSync(file);
  if (there !== length) throw new Error(`${filename} is shorter than it was built`);
  return bytes;
}

START;

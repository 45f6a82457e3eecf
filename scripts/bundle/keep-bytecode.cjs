// Writes what V8 made of the code of this process for the next one. Loaded only when there is something to write.
const { closeSync, constants, lstatSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } = require('node:fs');
const { statSync, writeSync } = require('node:fs');
const { dirname } = require('node:path');

exports.keepBytecode = (directory, scripts, { headerOf, isOurs }) => {
  const isNew = makeDirectory(directory);
  if (!isOurs(lstatSync(directory, { bigint: true }), constants.S_IFDIR)) return;
  for (const { name, script, age } of scripts) write(`${directory}/${name}`, headerOf(name), age, script);
  if (isNew) forgetOldest(dirname(directory));
};

// Not by `recursive`, which never ends below a directory that takes no others, as in `/proc`. True if it was not there.
function makeDirectory(directory) {
  try {
    mkdirSync(directory, { mode: 0o700 });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    if (error.code !== 'ENOENT' || dirname(directory) === directory) throw error;
    makeDirectory(dirname(directory));
    mkdirSync(directory, { mode: 0o700 });
    return true;
  }
}

// The draft is opened first: where nothing can be written, nothing has to be made.
function write(file, header, age, script) {
  const draft = `${file}.draft`;
  rmSync(draft, { force: true });
  const descriptor = openSync(draft, 'wx', 0o600);
  try {
    const bytecode = script.createCachedData();
    const bytes = Buffer.concat([header, Buffer.alloc(8, age), bytecode, bytecode]);
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Of other builds and other Nodes. */
function forgetOldest(parent) {
  const directories = readdirSync(parent).map((name) => `${parent}/${name}`);
  const newest = directories.sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
  for (const old of newest.slice(MAX_DIRECTORIES)) rmSync(old, { recursive: true, force: true });
}

// Three Nodes, with the flags of a hook and without, and room for an update.
const MAX_DIRECTORIES = 8;

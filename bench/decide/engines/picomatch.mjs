import { fileGlob, fileGlobText } from '../file-glob.mjs';
import { linearList } from '../linear-list.mjs';
import { importPeer } from '../peer.mjs';

const { default: picomatch } = await importPeer('picomatch');

const options = { dot: true, nobrace: true, noextglob: true, nonegate: true, strictSlashes: true };

export const engine = {
  about: 'compiled once per rule, `/` swapped out for text globs; tried in order',
  load: (rules) =>
    linearList(rules, {
      compile: (rule) => picomatch(fileGlob(rule), options),
      matches: (isMatch, text) => isMatch(text),
      prepare: fileGlobText,
    }),
};

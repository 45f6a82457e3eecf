import { fileGlob, fileGlobText } from '../file-glob.mjs';
import { linearList } from '../linear-list.mjs';
import { importPeer } from '../peer.mjs';

const { Minimatch } = await importPeer('minimatch');

const options = { dot: true, nobrace: true, noext: true, nonegate: true, nocomment: true };

export const engine = {
  about: 'compiled once per rule, `/` swapped out for text globs; tried in order',
  load: (rules) =>
    linearList(rules, {
      compile: (rule) => new Minimatch(fileGlob(rule), options),
      matches: (glob, text) => glob.match(text),
      prepare: fileGlobText,
    }),
};

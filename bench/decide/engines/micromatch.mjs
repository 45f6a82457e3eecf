import { fileGlob, fileGlobText } from '../file-glob.mjs';
import { linearList } from '../linear-list.mjs';
import { importPeer } from '../peer.mjs';

const { default: micromatch } = await importPeer('micromatch');

const options = { dot: true, nobrace: true, noextglob: true, nonegate: true, strictSlashes: true };

export const engine = {
  about: '`isMatch` per rule and call, as its documentation shows it; tried in order',
  sizes: [10, 100, 1000, 10_000],
  beyond: 'over a second per decision',
  load: (rules) =>
    linearList(rules, {
      compile: fileGlob,
      matches: (glob, text) => micromatch.isMatch(text, glob, options),
      prepare: fileGlobText,
    }),
};

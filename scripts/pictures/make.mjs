// node scripts/pictures/make.mjs: draws docs/pictures anew from screens of the built program.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const directory = new URL('../../docs/pictures/', import.meta.url);
const load = async (name) =>
  (await runnerImport(fileURLToPath(new URL(name, import.meta.url)), { logLevel: 'error' })).module;
const { takePictures } = await load('pictures.ts');
const { takePagePictures } = await load('page-pictures.ts');

mkdirSync(directory, { recursive: true });
const taken = [takePictures, takePagePictures];
for (const take of taken) {
  const pictures = await take();
  if (pictures.size === 0) console.log('the pictures of the page stay as they are: there is no Chromium here');
  for (const [name, content] of pictures) {
    writeFileSync(new URL(name, directory), content);
    console.log(`docs/pictures/${name}`);
  }
}

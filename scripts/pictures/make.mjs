// node scripts/pictures/make.mjs: draws docs/pictures anew from screens of the built program.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const directory = new URL('../../docs/pictures/', import.meta.url);
const { module } = await runnerImport(fileURLToPath(new URL('pictures.ts', import.meta.url)), { logLevel: 'error' });

mkdirSync(directory, { recursive: true });
for (const [name, svg] of await module.takePictures()) {
  writeFileSync(new URL(name, directory), svg);
  console.log(`docs/pictures/${name}`);
}

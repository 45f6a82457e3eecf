import { renameSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** Inside the repository, so that what is not bundled is found. */
const DIRECTORY = fileURLToPath(new URL('../../node_modules/.cache/caliban/programs/', import.meta.url));

const made = new Map<string, Promise<string>>();

/** A program of the tests in one file, with what it imports as it is built now. It starts two to five times as fast. */
export function bundled(script: string): Promise<string> {
  const file = made.get(script) ?? bundle(script);
  made.set(script, file);
  return file;
}

/** Ink names them, and loads them only for its own developers. */
const WITHOUT_DEVTOOLS = {
  name: 'without-devtools',
  resolveId: (id: string) => (id === 'react-devtools-core' ? '\0devtools' : null),
  load: (id: string) => (id === '\0devtools' ? 'export default null;' : null),
};

async function bundle(script: string): Promise<string> {
  const program = await rolldown({
    input: script,
    platform: 'node',
    external: ['fs-native-extensions'],
    plugins: [WITHOUT_DEVTOOLS],
    transform: { define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' } },
  });
  const draft = `${DIRECTORY}${process.pid}-${basename(script)}`;
  await program.write({ file: draft, format: 'esm', codeSplitting: false });
  await program.close();
  const file = `${DIRECTORY}${nameOf(script)}`;
  renameSync(draft, file);
  return file;
}

/** Several directories have programs of one name. */
function nameOf(script: string): string {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  return script.replace(root, '').replaceAll('/', '-');
}

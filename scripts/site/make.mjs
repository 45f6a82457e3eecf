// npm run site [-- --out DIRECTORY] [-- --serve]: makes a static site of README.md and docs, with search.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';

const { values } = parseArgs({ options: { out: { type: 'string', default: 'site' }, serve: { type: 'boolean' } } });
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const { module } = await runnerImport(here('site.ts'), { logLevel: 'error' });
const files = module.makeSite();

const out = resolve(values.out);
rmSync(out, { recursive: true, force: true });
for (const [path, content] of files) {
  mkdirSync(dirname(join(out, path)), { recursive: true });
  writeFileSync(join(out, path), content);
}
console.log(`${files.size} files in ${values.out}`);

if (values.serve) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const path = decodeURIComponent(pathname.slice(1)) + (pathname.endsWith('/') ? 'index.html' : '');
    const content = files.get(path);
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': module.typeOf(extname(path)) });
    response.end(content ?? 'There is no such page.');
  });
  server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/ (Ctrl+C ends it)`));
}

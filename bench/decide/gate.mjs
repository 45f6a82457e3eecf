/** A module of the built gate, by its path under `src`. Build it first: `npm run build`. */
export function importGate(module) {
  return importBuilt('gate', module);
}

/** The same, of the package that describes calls. */
export function importCalls(module) {
  return importBuilt('calls', module);
}

async function importBuilt(name, module) {
  const file = new URL(`../../packages/${name}/dist/${module}.js`, import.meta.url);
  return import(file.href).catch((error) => {
    const missing = error.code === 'ERR_MODULE_NOT_FOUND';
    throw new Error(missing ? `not built (\`npm run build\`): packages/${name}, ${module}` : error.message);
  });
}

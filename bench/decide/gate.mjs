/** A module of the built gate, by its path under `src`. Build it first: `npm run build`. */
export async function importGate(module) {
  const file = new URL(`../../packages/gate/dist/${module}.js`, import.meta.url);
  return import(file.href).catch((error) => {
    const missing = error.code === 'ERR_MODULE_NOT_FOUND';
    throw new Error(missing ? `no built gate here (\`npm run build\`): ${module}` : error.message);
  });
}

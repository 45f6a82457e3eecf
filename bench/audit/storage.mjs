/** A module of the decision log, out of the built storage package. */
export function importStorage(name) {
  return import(new URL(`../../packages/storage/dist/audit/${name}.js`, import.meta.url).href);
}

/** A module of the built gate. */
export function importGate(name) {
  return import(new URL(`../../packages/gate/dist/${name}.js`, import.meta.url).href);
}

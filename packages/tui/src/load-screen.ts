/**
 * Loads the drawing code. Ink and chalk read the environment once, while they load: with `CI` set ink would draw nothing although
 * a person is there, and chalk ignores `NO_COLOR`. Programs that the agent runs must see the original environment.
 */
export async function loadScreen(env: NodeJS.ProcessEnv): Promise<typeof import('./mount.tsx')> {
  const restore = changed(env, {
    CI: undefined,
    CONTINUOUS_INTEGRATION: undefined,
    ...(isSet(env.NO_COLOR) ? { FORCE_COLOR: '0' } : {}),
  });
  try {
    return await import('./mount.tsx');
  } finally {
    restore();
  }
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}

function changed(env: NodeJS.ProcessEnv, changes: Readonly<Record<string, string | undefined>>): () => void {
  const before = Object.keys(changes).map((name) => [name, env[name]] as const);
  put(env, Object.entries(changes));
  return () => put(env, before);
}

function put(env: NodeJS.ProcessEnv, values: readonly (readonly [string, string | undefined])[]): void {
  for (const [name, value] of values) {
    if (value === undefined) delete env[name];
    else env[name] = value;
  }
}

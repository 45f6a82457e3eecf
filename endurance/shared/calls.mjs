/** A shell command as Claude Code asks a hook about it. */
export function hookInput(world, command, id = 'call-1') {
  return JSON.stringify({
    session_id: 'faults',
    transcript_path: '/t',
    hook_event_name: 'PreToolUse',
    cwd: world.workspace,
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: id,
  });
}

/** `{ permissionDecision, permissionDecisionReason }`; null where nothing, or something else, was said. */
export function hookAnswer({ stdout }) {
  try {
    return JSON.parse(stdout).hookSpecificOutput;
  } catch {
    return null;
  }
}

/** A model that is a file: these commands one after the other, each with an id of its own. */
export function writeScript(world, commands) {
  const uses = commands.map((command, at) => ({ tool_uses: [{ name: 'Bash', id: `use-${at}`, input: { command } }] }));
  return world.write('script.json', JSON.stringify([...uses, { text: 'Done.' }]));
}

export const ALLOW_ECHO = '[[permissions.rules]]\npattern = "Bash:echo *"\naction = "allow"\n';

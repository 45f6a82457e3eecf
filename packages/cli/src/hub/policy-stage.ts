import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Terminal } from '../process/terminal.ts';

/** A separate home with a team's policy as the user's file, so that the verbs of `caliban perms` see nothing else. */
export class PolicyStage {
  readonly root: string = mkdtempSync(join(tmpdir(), 'caliban-policy-'));
  readonly workspace: string = join(this.root, 'ws');
  /** The policy. */
  readonly rules: string = join(this.root, 'config/caliban/permissions.toml');
  /** Calls to replay, as lines of a decision log. */
  readonly log: string = join(this.root, 'state/caliban/permission-decisions.jsonl');

  constructor(rules: string) {
    for (const directory of ['config/caliban', 'state/caliban', 'cache', 'ws'])
      mkdirSync(join(this.root, directory), { recursive: true });
    writeFileSync(this.rules, rules);
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  /** A terminal that is in it. */
  inside(terminal: Terminal): Terminal {
    const env = {
      HOME: this.root,
      XDG_CONFIG_HOME: join(this.root, 'config'),
      XDG_STATE_HOME: join(this.root, 'state'),
      XDG_CACHE_HOME: join(this.root, 'cache'),
    };
    return { ...terminal, cwd: this.workspace, home: this.root, env: { ...terminal.env, ...env } };
  }
}

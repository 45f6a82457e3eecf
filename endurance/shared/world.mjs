import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startProgram } from './start-program.mjs';

/** A home and a workspace of their own, and caliban started in them. */
export class World {
  constructor(root = realpathSync(mkdtempSync(join(tmpdir(), 'caliban-endurance-')))) {
    this.root = root;
    // Whoever the program is started as may look into it.
    chmodSync(root, 0o755);
    for (const directory of ['home', 'ws/.git']) mkdirSync(join(root, directory), { recursive: true });
  }

  get env() {
    return { PATH: process.env.PATH, HOME: this.path('home'), TMPDIR: tmpdir(), CALIBAN_HOOK_TIMEOUT_MS: '60000' };
  }

  get workspace() {
    return this.path('ws');
  }

  get projectRules() {
    return this.path('ws/.caliban/permissions.toml');
  }

  get userRules() {
    return this.path('home/.config/caliban/permissions.toml');
  }

  get state() {
    return this.path('home/.local/state/caliban');
  }

  get log() {
    return join(this.state, 'permission-decisions.jsonl');
  }

  path(below) {
    return join(this.root, below);
  }

  write(below, content) {
    const file = this.path(below);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }

  read(below) {
    return readFileSync(this.path(below), 'utf8');
  }

  has(below) {
    return existsSync(this.path(below));
  }

  /** `{ child, finished }`; see `startProgram`. */
  start(argv, options = {}) {
    return startProgram(argv, { cwd: this.workspace, ...options, env: { ...this.env, ...options.env } });
  }

  run(argv, options = {}) {
    return this.start(argv, options).finished;
  }

  remove() {
    rmSync(this.root, { recursive: true, force: true });
  }
}

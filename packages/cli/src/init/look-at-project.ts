import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '@caliban/calls/types';
import type { WrittenRule } from '@caliban/storage';
import { readTextFile } from '@caliban/storage/files';
import {
  MAX_PROJECT_RULES,
  PACKAGE_MANAGERS,
  type PackageManager,
  SURROUNDINGS,
  TOOLCHAINS,
  USUAL_SCRIPT,
} from './toolchains.ts';

/** The languages and tools of a project, and its commands for tests and builds. */
export type Project = {
  /** For people: languages, package manager, CI and the like. */
  readonly found: readonly string[];
  readonly commands: readonly ProjectCommand[];
};

export type ProjectCommand = {
  readonly rule: WrittenRule;
  /** A command that the rule allows. */
  readonly command: string;
  /** What the command runs, if a file of the project says so. */
  readonly runs?: string;
};

/** Reads a few files at the top of the workspace. Runs nothing. */
export function lookAtProject(workspace: string): Project {
  const has = (files: readonly string[]) => files.some((file) => existsSync(join(workspace, file)));
  const text = (file: string) => {
    const read = readTextFile(join(workspace, file));
    return read.ok ? read.value : null;
  };
  const toolchains = TOOLCHAINS.filter(({ files }) => has(files));
  const manifest = text('package.json');
  const manager = PACKAGE_MANAGERS.find(({ files }) => has(files))?.name ?? 'npm';
  const makefile = text('Makefile') ?? text('makefile');
  const justfile = text('justfile') ?? text('Justfile');
  return {
    found: [
      ...(manifest === null ? [] : [`Node (${manager})`]),
      ...toolchains.map(({ name }) => name),
      ...(makefile === null ? [] : ['Makefile']),
      ...(justfile === null ? [] : ['justfile']),
      ...SURROUNDINGS.filter(({ files }) => has(files)).map(({ name }) => name),
    ],
    commands: [
      ...scriptCommands(manifest, manager),
      ...toolchains.flatMap(({ commands }) => commands.map(([command, comment]) => exact(command, comment))),
      ...targets(makefile, MAKE_TARGET).map((target) => exact(`make ${target}`, 'a target of the Makefile')),
      ...targets(justfile, JUST_RECIPE).map((recipe) => exact(`just ${recipe}`, 'a recipe of the justfile')),
    ].slice(0, MAX_PROJECT_RULES),
  };
}

function exact(command: string, comment: string): ProjectCommand {
  return { rule: { pattern: `Bash(${command})`, action: 'allow', comment }, command };
}

/** `npm test` and `npm run build`, and for tests also with arguments after `--`: those go to the script, not to npm. */
function scriptCommands(manifest: string | null, manager: PackageManager): readonly ProjectCommand[] {
  return scriptsIn(manifest).flatMap(([name, runs]): readonly ProjectCommand[] => {
    const comment = `runs: ${shortened(runs)}`;
    const allowed = (command: string, why = comment): ProjectCommand => ({ ...exact(command, why), runs });
    const isTest = name === 'test';
    return [
      ...(isTest && manager !== 'bun' ? [allowed(`${manager} test`)] : []),
      ...(isTest && manager === 'npm' ? [allowed('npm test -- *', 'words after -- go to the test runner')] : []),
      allowed(`${manager} run ${name}`),
    ];
  });
}

function scriptsIn(manifest: string | null): readonly (readonly [name: string, runs: string])[] {
  const parsed = parseJson(manifest ?? '');
  const scripts = isRecord(parsed) && isRecord(parsed.scripts) ? parsed.scripts : {};
  return Object.entries(scripts).flatMap(([name, runs]) =>
    typeof runs === 'string' && USUAL_SCRIPT.test(name) ? [[name, runs] as const] : [],
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const MAKE_TARGET = /^([A-Za-z][\w-]*)\s*:(?![:=])/;
const JUST_RECIPE = /^@?([A-Za-z][\w-]*)\s*:(?!=)/;

function targets(text: string | null, line: RegExp): readonly string[] {
  const names = (text ?? '').split('\n').flatMap((written) => line.exec(written)?.[1] ?? []);
  return [...new Set(names)].filter((name) => USUAL_SCRIPT.test(name));
}

const MAX_SHOWN = 60;

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= MAX_SHOWN ? line : `${line.slice(0, MAX_SHOWN - 1)}…`;
}

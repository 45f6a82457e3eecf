import type { AbsolutePath, ToolCall } from '@caliban/calls';

export type ShownPath = {
  readonly name: string;
  /** The folder; empty for the workspace itself. */
  readonly where: string;
  readonly isInside: boolean;
};

/** The name first, since it is the most important part; its folder relative to the workspace, else to the home directory. */
export function shownPath(path: AbsolutePath, { workspace, home }: ToolCall['context']): ShownPath {
  const at = path.lastIndexOf('/');
  const folder = path.slice(0, at + 1);
  const inside = below(folder, workspace);
  const name = path.slice(at + 1) === '' ? path : path.slice(at + 1);
  if (inside !== null) return { name, where: inside, isInside: true };
  const atHome = home === undefined ? null : below(folder, home);
  return { name, where: atHome === null ? folder : `~/${atHome}`, isInside: false };
}

/** A short file path: `.caliban/permissions.toml`, `~/.config/…`. */
export function shownFile(path: string, context: ToolCall['context']): string {
  const { name, where } = shownPath(path as AbsolutePath, context);
  return where + name;
}

function below(folder: string, root: string): string | null {
  const start = root.endsWith('/') ? root : `${root}/`;
  return folder.startsWith(start) ? folder.slice(start.length) : null;
}

import { GLOBSTAR, type PathAnchor, type PathSegment, type PathSegments } from '../types/glob.ts';
import { fail, ok, type Result } from '../types/result.ts';

/** What is wrong and where: `offset` counts UTF-16 units from the start of the glob. */
export type PathGlobProblem = { readonly message: string; readonly offset: number };

/** What stands between the slashes, made into a walk from the anchor. */
export class AnchoredWalk {
  readonly #segments: (PathSegment | typeof GLOBSTAR)[] = [];
  #problem: PathGlobProblem | null = null;

  constructor(anchor: PathAnchor, { slashInside }: { slashInside: boolean }) {
    if (anchor === 'workspace' && !slashInside) this.#segments.push(GLOBSTAR);
  }

  step(segment: PathSegment | typeof GLOBSTAR, offset: number): void {
    if (segment === '' || segment === '.') return;
    if (segment === GLOBSTAR && this.#segments.at(-1) === GLOBSTAR) return;
    if (segment === '..') {
      this.#problem ??= { message: '`..` never stands in a judged path; write the path it leads to', offset };
    }
    this.#segments.push(segment);
  }

  finish({ trailingSlash }: { trailingSlash: boolean }): Result<PathSegments, PathGlobProblem> {
    if (this.#problem !== null) return fail(this.#problem);
    if (trailingSlash && this.#segments.at(-1) !== GLOBSTAR) this.#segments.push(GLOBSTAR);
    return ok(this.#segments);
  }
}

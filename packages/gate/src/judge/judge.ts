import type { ToolCall } from '@caliban/calls';
import type { DescribedUrl } from '@caliban/calls/types';
import type { Verdict } from '../types/verdict.ts';
import { orDeniedReach, orDeniedSearch } from './denied-reach.ts';
import { firstForCall, firstForClasses, firstForPath, orUnread, wholeCall } from './first-match.ts';
import { judgeLine } from './judge-line.ts';
import { judgePlainCommand } from './judge-unit.ts';
import type { RuleBook } from './rule-book.ts';
import { DENY_OR_ASK, EVERY_ACTION, type RuleIndex, type ToolRules } from './rule-index.ts';
import { strictest, verdictAt } from './strictest.ts';

/** Rules × call → verdict. For each part the first matching rule decides; over all parts the strictest wins. */
export function judge(book: RuleBook, call: ToolCall): Verdict {
  const { confining } = book;
  if (confining === undefined || !isCommand(call)) return judgeWith(book, call);
  const verdict = judgeWith(confining.allowing, call);
  const isAllowedAnyway = verdict.action !== 'allow' || judgeWith(confining.asking, call).action === 'allow';
  return isAllowedAnyway ? verdict : { ...verdict, confined: 'by-rules' };
}

export function isCommand({ subject }: ToolCall): boolean {
  return subject.kind === 'plain-command' || subject.kind === 'command-line';
}

function judgeWith(book: RuleBook, call: ToolCall): Verdict {
  for (const layer of book.enforced) {
    const verdict = judgeBy({ ...book, rules: layer, enforced: [] }, call);
    if (verdict.action === 'deny') return verdict;
  }
  return judgeBy(book, call);
}

function judgeBy(book: RuleBook, call: ToolCall): Verdict {
  const { rules } = book;
  const { subject } = call;
  switch (subject.kind) {
    case 'plain-command':
      return orUnread(rules, call, judgePlainCommand(book, call, subject.text));
    case 'command-line':
      return orUnread(rules, call, judgeLine(book, call, subject.line));
    case 'path': {
      const tool = rules.forTool(call.tool);
      const first = firstForPath(tool, subject, call.input, call.context);
      return orDeniedFiles(rules, call, verdictAt(rules, orForClass(tool, call, first)));
    }
    case 'url':
      return judgeUrl(rules, call, subject.url);
    case 'none': {
      const tool = rules.forTool(call.tool);
      return orDeniedFiles(rules, call, verdictAt(rules, orForClass(tool, call, firstForCall(tool, call.input))));
    }
  }
}

/** Unless the tool shows files that must not be read. */
function orDeniedFiles(rules: RuleIndex, call: ToolCall, verdict: Verdict): Verdict {
  return orDeniedReach(rules, call, orDeniedSearch(rules, call, verdict));
}

function orForClass(tool: ToolRules, call: ToolCall, below: number): number {
  return firstForClasses(tool, call, wholeCall, { actions: EVERY_ACTION, below });
}

/**
 * Fetching a URL without a path fetches `/`, so a deny or ask of `/` applies too, in addition to rules that match the URL as
 * written.
 */
function judgeUrl(rules: RuleIndex, call: ToolCall, url: DescribedUrl): Verdict {
  const tool = rules.forTool(call.tool);
  const first = orForClass(tool, call, firstForUrl(tool, call, url));
  const verdict = verdictAt(rules, first);
  if (url.normal === null || !WITHOUT_PATH.test(url.normal)) return verdict;
  const rooted = [url.normal, plainest(url.normal)].reduce(
    (below, text) => tool.firstUrl(`${text}/`, call.input, DENY_OR_ASK, below),
    first,
  );
  return rooted === first ? verdict : strictest([verdictAt(rules, rooted), verdict]);
}

const WITHOUT_PATH = /^[^/?#]*:\/\/[^/?#]+$/;

/** Only a URL that parses and contains no user name can be allowed by its text; a deny or ask looks at every spelling of it. */
function firstForUrl(tool: ToolRules, { input }: ToolCall, { written, normal, hasUserinfo }: DescribedUrl): number {
  let first = firstForCall(tool, input);
  if (normal === null) return tool.firstUrl(written, input, DENY_OR_ASK, first);
  first = tool.firstUrl(normal, input, hasUserinfo ? DENY_OR_ASK : EVERY_ACTION, first);
  if (written !== normal) first = tool.firstUrl(written, input, DENY_OR_ASK, first);
  const plain = plainest(normal);
  return plain === normal ? first : tool.firstUrl(plain, input, DENY_OR_ASK, first);
}

/** Without the trailing dot of a host, and without unnecessary escapes. */
function plainest(normal: string): string {
  return unescaped(normal.replace(/^([^/]*\/\/[^/?#:]*)\.(?=[/?#:]|$)/, '$1'));
}

/** A server reads `%61` as `a`. Letters, digits and `-._~` mean the same with and without escapes. */
function unescaped(url: string): string {
  if (!url.includes('%')) return url;
  return url.replaceAll(/%[2-7][\da-f]/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : code;
  });
}

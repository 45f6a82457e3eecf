import type { DescribedUrl } from '../types/subject.ts';
import type { ToolCall } from '../types/tool-call.ts';
import type { Verdict } from '../types/verdict.ts';
import { orDeniedReach } from './denied-reach.ts';
import { orDeniedSearch } from './denied-search.ts';
import { firstForCall } from './first-for-call.ts';
import { firstForClasses, wholeCall } from './first-for-classes.ts';
import { firstForPath } from './first-for-path.ts';
import { judgeLine } from './judge-line.ts';
import { judgePlainCommand } from './judge-unit.ts';
import type { RuleBook } from './rule-book.ts';
import { EVERY_ACTION, type RuleIndex, STRICT, type ToolRules } from './rule-index.ts';
import { strictest } from './strictest.ts';
import { verdictAt } from './verdict-at.ts';

/** Rules × call → verdict. For each part the first rule that matches speaks; over the parts the strictest wins. */
export function judge(book: RuleBook, call: ToolCall): Verdict {
  for (const layer of book.locked) {
    const verdict = judgeBy({ ...book, rules: layer, locked: [] }, call);
    if (verdict.action === 'deny') return verdict;
  }
  return judgeBy(book, call);
}

function judgeBy(book: RuleBook, call: ToolCall): Verdict {
  const { rules } = book;
  const { subject } = call;
  switch (subject.kind) {
    case 'plain-command':
      return judgePlainCommand(book, call, subject.text);
    case 'command-line':
      return judgeLine(book, call, subject.line);
    case 'path': {
      const tool = rules.forTool(call.tool);
      const first = firstForPath(tool, subject, call.input, call.surroundings);
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

/** Whoever fetches a url without a path asks for `/`: a deny or ask of that holds too, and what the url as written meets stays. */
function judgeUrl(rules: RuleIndex, call: ToolCall, url: DescribedUrl): Verdict {
  const tool = rules.forTool(call.tool);
  const first = orForClass(tool, call, firstForUrl(tool, call, url));
  const verdict = verdictAt(rules, first);
  if (url.normal === null || !WITHOUT_PATH.test(url.normal)) return verdict;
  const rooted = [url.normal, plainest(url.normal)].reduce(
    (below, text) => tool.firstUrl(`${text}/`, call.input, STRICT, below),
    first,
  );
  return rooted === first ? verdict : strictest([verdictAt(rules, rooted), verdict]);
}

const WITHOUT_PATH = /^[^/?#]*:\/\/[^/?#]+$/;

/** Only a url that parses and names no user can be allowed by its text; a deny or ask looks at every spelling of it. */
function firstForUrl(tool: ToolRules, { input }: ToolCall, { written, normal, hasUserinfo }: DescribedUrl): number {
  let first = firstForCall(tool, input);
  if (normal === null) return tool.firstUrl(written, input, STRICT, first);
  first = tool.firstUrl(normal, input, hasUserinfo ? STRICT : EVERY_ACTION, first);
  if (written !== normal) first = tool.firstUrl(written, input, STRICT, first);
  const plain = plainest(normal);
  return plain === normal ? first : tool.firstUrl(plain, input, STRICT, first);
}

/** Without the dot a host may end with, and without escapes that nobody needs. */
function plainest(normal: string): string {
  return unescaped(normal.replace(/^([^/]*\/\/[^/?#:]*)\.(?=[/?#:]|$)/, '$1'));
}

/** `%61` is an `a` to whoever answers; letters, digits and `-._~` mean the same either way. */
function unescaped(url: string): string {
  if (!url.includes('%')) return url;
  return url.replaceAll(/%[2-7][\da-f]/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : code;
  });
}

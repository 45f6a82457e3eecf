import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { OFFERED_SCOPES, type OfferedRule, type OfferedScope, offeredRulesFile } from '@caliban/adapters/hosts';
import { absolutePath } from '@caliban/calls';
import { errorText, visible } from '@caliban/calls/text';
import { formatPattern, parsePattern, type Rule } from '@caliban/gate';
import { shellQuote } from '@caliban/gate/ask';
import { liftedDenies } from '@caliban/gate/inspect';
import { addRule, formatNotice, importRules, type Locations, loadRules } from '@caliban/storage';
import { rulePlace } from '../../output/rule-place.ts';
import { standardError } from '../../process/standard-output.ts';
import { keepTrust } from '../../rules/keep-trust.ts';
import { changeError, targetOf } from '../../rules/writing.ts';
import { hostAllows, isOffered } from './host-allows.ts';
import { offerFile, takeOffer } from './offer-file.ts';
import type { AskedByHost } from './remember-offer.ts';

/**
 * After a call: the rules that its dialog offered and that are in the host's file by now become rules of ours, in the equivalent
 * layer. Returns the patterns it wrote. Reports every problem on standard error.
 */
export async function keepAlways({ host, payload, locations }: AskedByHost): Promise<readonly string[]> {
  const written: string[] = [];
  try {
    const file = offerFile(locations, host, payload);
    const offered = file === null ? null : takeOffer(file);
    const chosen = offered === null ? [] : await chosenOf(offered, locations);
    for (const { scope, texts } of chosen) {
      for (const pattern of patternsOf(texts, scope, locations)) {
        if (await isWritten(pattern, scope, locations)) written.push(pattern);
      }
    }
  } catch (error) {
    notice(errorText(error));
  }
  return written;
}

type Chosen = { readonly scope: OfferedScope; readonly texts: readonly string[] };

/** After a call that ends at once, Claude Code writes its file slightly later than it reports the call. */
async function chosenOf(offered: readonly OfferedRule[], locations: Locations): Promise<readonly Chosen[]> {
  for (let look = 1; ; look++) {
    const chosen = OFFERED_SCOPES.map((scope) => ({ scope, texts: textsOf(offered, scope, locations) }));
    if (look === MAX_LOOKS || chosen.some(({ texts }) => texts.length > 0)) return chosen;
    await setTimeout(PAUSE_MS);
  }
}

const MAX_LOOKS = 8;
const PAUSE_MS = 250;

/** As Claude Code wrote them. */
function textsOf(offered: readonly OfferedRule[], scope: OfferedScope, locations: Locations): readonly string[] {
  const wanted = offered.filter((rule) => rule.scope === scope);
  const allows = wanted.length === 0 ? [] : (hostAllows(scope, locations) ?? []);
  return [...new Set(allows.filter((allow) => wanted.some((rule) => isOffered(allow, rule))).map(({ text }) => text))];
}

/** Translated as `perms import` does: an allow never gets wider, and one that can't be expressed exactly is left out. */
function patternsOf(texts: readonly string[], scope: OfferedScope, locations: Locations): readonly string[] {
  if (texts.length === 0) return [];
  const fileName = offeredRulesFile(scope, locations);
  const directory = dirname(fileName);
  const settingsDirectory = directory === join(locations.home, '.claude') ? '~/.claude' : directory;
  const imported = importRules(JSON.stringify({ permissions: { allow: texts } }), {
    format: 'claude',
    fileName,
    ...(scope === 'user' ? { settingsDirectory } : {}),
  });
  if (!imported.ok) throw new Error(formatNotice({ file: fileName, ...imported.error }));
  for (const { what, why } of imported.value.notCarriedOver) notice(`${what} is not kept: ${why}`);
  return imported.value.rules.filter(({ action }) => action === 'allow').map(({ pattern }) => pattern);
}

async function isWritten(pattern: string, scope: OfferedScope, locations: Locations): Promise<boolean> {
  const lifted = await liftedBy(pattern, scope, locations);
  if (lifted !== null) {
    const command = `caliban perms add ${shellQuote(visible(pattern))} allow --scope ${scope}`;
    notice(
      `\`${visible(pattern)}\` is not kept: it would come before ${lifted.action} \`${visible(formatPattern(lifted.pattern))}\` (${rulePlace(lifted)}); to keep it all the same, run ${command}`,
    );
    return false;
  }
  const comment = `allowed always in Claude Code on ${new Date().toISOString().slice(0, 10)}`;
  const target = targetOf(locations, scope);
  const changed = await keepTrust(locations, () => addRule(target, { pattern, action: 'allow', comment }));
  if (!changed.ok) throw changeError(changed.error);
  return changed.value.kind === 'changed';
}

/**
 * A rule at the bottom of its file is tried before those of later layers. Returns a deny or ask there that it may keep from being
 * reached.
 */
async function liftedBy(pattern: string, scope: OfferedScope, locations: Locations): Promise<Rule | null> {
  const parsed = parsePattern(pattern);
  if (!parsed.ok) throw new Error(`bad pattern \`${visible(pattern)}\`: ${parsed.error.message}`);
  const { policy } = await loadRules(locations, { unanswered: 'use', builtinRules: [] });
  if (!policy.ok) throw new Error(`the rules do not load: ${policy.error.map(formatNotice).join('\n')}`);
  const order = locations.layers.map(({ layer }) => layer);
  const later = new Set<string>(order.slice(order.lastIndexOf(scope) + 1));
  const strict = policy.value.rules.filter(({ action, source }) => action !== 'allow' && later.has(source.layer));
  const allow: Rule = { pattern: parsed.value, action: 'allow', source: { layer: scope } };
  const roots = { workspace: absolutePath(locations.workspace), home: absolutePath(locations.home) };
  return liftedDenies([allow], strict, { roots })[0]?.deny ?? null;
}

function notice(text: string): void {
  standardError(`caliban: what was allowed always in Claude Code: ${text}\n`);
}

import type { PeopleNeeded } from '../types/rule.ts';
import type { Verdict } from '../types/verdict.ts';
import { ruleVerdict } from './rule-verdict.ts';

/** Who has to allow a question, whatever mode or guard came after the rules. Null: one person at this machine is enough. */
export function neededPeople(verdict: Verdict): PeopleNeeded | null {
  return verdict.action === 'ask' ? (ruleVerdict(verdict).people ?? null) : null;
}

/** No mode, no flag and no model answers it. */
export function isForPeople(verdict: Verdict): boolean {
  return verdict.because.kind === 'own-file' || neededPeople(verdict) !== null;
}

/** For people and models: who has to allow it, and how to ask them. */
export function neededPeopleText(people: PeopleNeeded): string {
  return `this needs ${peopleText(people)} through a hub; join one with \`caliban hub join URL\`, and run \`caliban -p\` with \`--ask-via inbox\``;
}

export function peopleText({ approvals, selfApproval }: PeopleNeeded): string {
  if (approvals === 1) return "the approval of somebody other than the agent's owner";
  return `the approval of ${approvals} people${selfApproval === undefined ? '' : " other than the agent's owner"}`;
}

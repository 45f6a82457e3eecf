import { costText } from './cost-text.ts';
import { inColumns } from './in-columns.ts';
import type { Offer, SlashCommand } from './slash-command.ts';

/** Commands that report something and don't change the conversation. */
export const REPORT_COMMANDS: readonly SlashCommand[] = [
  {
    name: 'status',
    argument: '',
    summary: 'session, model, mode, rules, servers and files in use',
    when: 'at once',
    run: (context) => {
      const { mode, reports } = context.parts;
      const latch = mode.latched ? '; the bypass latch is set' : '';
      const rules = mode.isDisabled ? 'no rules at all (--no-permissions)' : `${mode.current}${latch}`;
      context.say(inColumns([['mode', rules], ...reports.status()]).join('\n'));
    },
  },
  {
    name: 'cost',
    argument: '',
    summary: 'tokens, calls and time that this session has used',
    when: 'at once',
    run: (context) => context.say(costText(context.spending)),
  },
  {
    name: 'mcp',
    argument: '',
    summary: 'the MCP servers and their tools',
    when: 'at once',
    run: (context) => context.say(context.parts.reports.mcp().join('\n')),
  },
  {
    name: 'hooks',
    argument: '',
    summary: 'your hooks and where they are set',
    when: 'at once',
    run: (context) => context.say(context.parts.reports.hooks().join('\n')),
  },
  {
    name: 'doctor',
    argument: '',
    summary: 'what was loaded from where, and what to do',
    when: 'at once',
    run: async (context) => {
      context.hint('checking …');
      context.say(await context.parts.reports.doctor(context.leaving));
    },
  },
  {
    name: 'trust',
    argument: '[yes|revoke]',
    summary: "show what the project's files allow, or accept it",
    when: 'at once',
    offers: () => TRUST_OFFERS,
    run: async (context, argument) => {
      const change = CHANGES.find((each) => each === argument);
      if (argument !== '' && change === undefined)
        return context.say(`/trust takes ${CHANGES.join(' or ')}, or nothing`, 'error');
      context.say(await context.parts.reports.trust(change ?? 'show', context.leaving));
      if (change !== undefined) context.say('This session continues as it started.');
    },
  },
  {
    name: 'learn',
    argument: '[yes]',
    summary: 'propose rules for what ran often; yes writes them',
    when: 'at once',
    offers: () => LEARN_OFFERS,
    run: async (context, argument) => {
      if (argument !== '' && argument !== 'yes') return context.say('/learn takes yes, or nothing', 'error');
      context.hint('reading the recorded calls …');
      context.say(await context.parts.reports.learn(argument === '' ? 'show' : 'yes', context.leaving));
      context.say(
        argument === ''
          ? '`/learn yes` writes these rules. To choose among them: `caliban perms learn` in another terminal.'
          : 'New rules apply after a restart.',
      );
    },
  },
];

const CHANGES = ['yes', 'revoke'] as const;

const TRUST_OFFERS: readonly Offer[] = [
  { value: 'yes', detail: 'accept the files as they are now' },
  { value: 'revoke', detail: 'forget every answer about this project' },
];

const LEARN_OFFERS: readonly Offer[] = [{ value: 'yes', detail: 'write what is proposed' }];

import type { Danger } from '../danger.ts';
import type { RunCommand } from '../run-commands.ts';
import { operands } from './deletions.ts';

export const ACCOUNT_CHANGE: Danger = {
  name: 'account-change',
  why: 'creates, changes or deletes accounts, groups or what they may do, here or in the cloud',
  class: 'account-change',
  command: changesAccounts,
};

/** Dangerous with any arguments. */
const ACCOUNT_PROGRAMS =
  /^(?:(?:user|group)(?:add|del|mod)|(?:add|del)(?:user|group)|newusers|passwd|gpasswd|chpasswd|chgpasswd|chage|vipw|vigr|pwunconv|grpunconv|smbpasswd|kadmin(?:\.local)?|(?:New|Set|Remove|Enable|Disable|Add)-LocalUser|Add-LocalGroupMember)$/;

const SHOWS = /^(?:-S|--status|-l|--list|-h|--help|--version)$/;

/** A program, and a test of its arguments. */
const ACCOUNT_WORDS: readonly (readonly [programs: RegExp, words: RegExp])[] = [
  [/^dscl$/, /(?:^| )-?(?:create|append|merge|delete|change|changei|passwd)(?: |$)/],
  [/^dseditgroup$/, /(?:^| )-o (?:edit|create|delete)\b/],
  [/^sysadminctl$/, /-(?:addUser|deleteUser|resetPasswordFor|newPassword|guestAccount on|secureToken(?:On|Off))\b/],
  [/^(?:pw|lusermod|luseradd|lpasswd)$/, /(?:^| )(?:user|group)?(?:add|del|mod)\b/],
  [/^net1?$/, /^(?:user|localgroup|group) .*\/(?:add|delete|active)/i],
  [/^(?:samba-tool|ipa)$/, /\b(?:user|group)[ -]?(?:add|create|delete|del|setpassword|addmembers|mod)\b/],
  [
    /^aws$/,
    /\b(?:iam|sso-admin|identitystore|organizations|cognito-idp) (?:create|delete|attach|detach|put|add|remove|update|upload|enable|deactivate|admin-create|admin-set|admin-delete|admin-add)-|\bs3api put-bucket-(?:policy|acl)\b|\bsts assume-role\b/,
  ],
  [
    /^gcloud$/,
    /-iam-policy(?:-binding)?\b|\biam (?:service-accounts|roles)\b.* ?(?:create|delete|undelete|update|enable|disable)\b/,
  ],
  [
    /^az$/,
    /\b(?:ad (?:user|group|sp|app)|role assignment|role definition|identity)\b.* (?:create|delete|update|add|reset|create-for-rbac)\b/,
  ],
  [
    /^(?:kubectl|oc)$/,
    /\b(?:create|delete|patch|edit) (?:cluster)?(?:role(?:binding)?|serviceaccount|sa)\b|\badm policy add-/,
  ],
];

function changesAccounts({ program, args }: RunCommand): boolean {
  if (ACCOUNT_PROGRAMS.test(program))
    return (
      (operands(args).length > 0 && !args.some((word) => SHOWS.test(word))) ||
      (program === 'passwd' && args.length === 0)
    );
  const text = args.join(' ');
  return ACCOUNT_WORDS.some(([programs, words]) => programs.test(program) && words.test(text));
}

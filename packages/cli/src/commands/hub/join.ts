import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { visible } from '@caliban/calls/text';
import { fingerprint, readPublicKey } from '@caliban/hub';
import { hubClient } from '@caliban/hub/client';
import { type Args, refuseOperands } from '../../command-line/args.ts';
import { FAILED_EXIT } from '../../command-line/exit-codes.ts';
import { FailedError, UsageError } from '../../command-line/problems.ts';
import { accessOf, caIn, checkedUrl, filesOf, tokenIn } from '../../hub/hub-access.ts';
import { forgetHub, type JoinedHub, writeJoined } from '../../hub/joined-hub.ts';
import { forgetPolicy, syncHub, writeNoPolicyYet } from '../../hub/sync-hub.ts';
import { jsonText } from '../../output/json.ts';
import type { Terminal } from '../../process/terminal.ts';
import { typedYes } from '../../process/typed-yes.ts';
import { serverPlace } from '../../serve/server-place.ts';
import { reportText } from './sync.ts';

type WhoAmI = {
  readonly name: string;
  readonly role: JoinedHub['role'];
  readonly owner: string;
  readonly team: string;
  readonly answerKey: string;
  readonly policyKeys: readonly string[];
};

/** `caliban hub join` */
export async function join(args: Args, terminal: Terminal): Promise<number> {
  const [written, ...more] = args.operands;
  if (more.length > 0) throw new UsageError(`\`${more[0]}\` is one argument too many`);
  const url = checkedUrl(written);
  if (!args.isSet('yes') && (args.text('token-file') === '-' || !terminal.inputIsTerminal))
    throw new UsageError(
      'no one can be asked whether the keys of the hub are right; --yes trusts them, or give --policy-key FILE with --yes',
    );
  const token = await tokenIn(args, terminal);
  const ca = caIn(args, terminal);
  const client = hubClient({ url, token, ...(ca === undefined ? {} : { ca }) });
  const { name, role, owner, answerKey, policyKeys } = await accessOf(url, client).get<WhoAmI>('/api/whoami');
  const own = args.texts('policy-key').map((file) => keyText(resolve(terminal.cwd, file)));
  const trusted = own.length > 0 ? own : policyKeys;
  const joined: JoinedHub = {
    url,
    token,
    name,
    owner,
    role,
    answerKey,
    policyKeys: trusted,
    ...(ca === undefined ? {} : { ca }),
  };
  const json = args.isSet('json');
  if (!json) terminal.out(introduction(joined, owner));
  if (!args.isSet('yes') && !(await typedYes('Trust these keys and join? [y/N] ', terminal))) {
    terminal.out('Not joined.\n');
    return FAILED_EXIT;
  }
  const files = filesOf(terminal);
  if (role === 'agent') forgetPolicy(files);
  writeJoined(files, joined);
  if (role !== 'agent') {
    terminal.out(
      json
        ? jsonText({ url, name, role })
        : `Joined as ${visible(name)}. \`caliban hub --help\` says what you can do.\n`,
    );
    return 0;
  }
  const { stateDirectory } = serverPlace(terminal);
  const report = await syncHub({ joined, files, stateDirectory });
  // Until the first policy arrives, nothing runs: a machine that should be governed must not run unrestricted because its hub is
  // slow.
  if (report.policy.version === 0 && trusted.length > 0) writeNoPolicyYet(files);
  terminal.out(
    json ? jsonText({ url, name, role, ...report }) : `Joined as ${visible(name)}.\n${reportText(report, terminal)}`,
  );
  return 0;
}

function introduction({ url, name, role, answerKey, policyKeys }: JoinedHub, owner: string): string {
  const rows = [
    `${visible(url)} knows this token as ${visible(name)} (${role}${role === 'agent' ? ` of ${visible(owner)}` : ''}).`,
    `  answers are signed by    ${keyPrint(answerKey)}`,
    ...policyKeys.map((key) => `  policies are signed by   ${keyPrint(key)}`),
    ...(policyKeys.length === 0 ? ['  it sends no policy: it has no key to verify one'] : []),
  ];
  return `${rows.join('\n')}\nYour administrator can tell you these fingerprints.\n`;
}

function keyPrint(pem: string): string {
  const key = readPublicKey(pem);
  if (!key.ok) throw new FailedError(`a key of the hub can't be read: ${key.error}`);
  return fingerprint(key.value);
}

function keyText(file: string): string {
  const text = readFileSync(file, 'utf8');
  const key = readPublicKey(text);
  if (!key.ok) throw new FailedError(`${file}: ${key.error}`);
  return key.value.export({ type: 'spki', format: 'pem' }) as string;
}

/** `caliban hub leave` */
export async function leave(args: Args, terminal: Terminal): Promise<number> {
  refuseOperands(args);
  const left = forgetHub(filesOf(terminal));
  if (args.isSet('json')) terminal.out(jsonText({ left }));
  else
    terminal.out(
      left ? 'Left. Its policy does not apply any more; an admin revokes the token.\n' : 'No hub was joined.\n',
    );
  return 0;
}

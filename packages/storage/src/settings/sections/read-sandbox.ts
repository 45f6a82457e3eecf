import { isTable, kindOf } from '../../documents/table.ts';
import type { Sourced } from '../../rules/rule-file.ts';
import { SANDBOX_MODES, type SandboxSettings, type SecretSetting } from '../settings.ts';
import { TableReader } from '../table-reader.ts';
import { BOOLEAN, FILE_PATH, HOST_NAMES, ONE_GROUP, oneOf, VARIABLE_NAME } from '../value-kinds.ts';

/** `[sandbox]` */
export function readSandbox(reader: TableReader): SandboxSettings {
  const mode = reader.sourced('mode', oneOf(...SANDBOX_MODES));
  const autoConfined = reader.sourced('auto_confined', BOOLEAN);
  const rehearse = reader.sourced('rehearse', BOOLEAN);
  const secrets = readSecrets(reader);
  reader.end();
  return {
    ...(mode && { mode }),
    ...(autoConfined && { autoConfined }),
    ...(rehearse && { rehearse }),
    ...(secrets.length > 0 && { secrets }),
  };
}

/** `[[sandbox.secrets]]` */
function readSecrets(reader: TableReader): readonly Sourced<SecretSetting>[] {
  if (!reader.has('secrets')) return [];
  const { secrets } = reader.table;
  if (!Array.isArray(secrets) || !secrets.every(isTable)) {
    const found = Array.isArray(secrets) ? 'a list of other things' : kindOf(secrets);
    reader.wrong(
      'secrets',
      `\`secrets\` is ${found}; write \`[[sandbox.secrets]]\` with double brackets above each secret`,
    );
    return [];
  }
  return secrets.flatMap((table, index) => {
    const path = [...reader.path, 'secrets', index];
    const secret = readSecret(new TableReader(table, path, reader.reading));
    return secret === null ? [] : [reader.reading.sourced(secret, path)];
  });
}

function readSecret(table: TableReader): SecretSetting | null {
  const env = table.read('env', VARIABLE_NAME);
  const file = table.read('file', FILE_PATH);
  const extract = table.read('extract', ONE_GROUP);
  const hosts = table.read('hosts', HOST_NAMES);
  const sources = ['env', 'file'].filter((key) => table.has(key));
  table.end();
  if (sources.length !== 1) {
    table.lacking('write `env = "NAME"` or `file = "~/path"` here, and not both');
    return null;
  }
  if (!table.has('hosts')) table.lacking('write `hosts = ["api.example.com"]` here: these get the real value');
  if (hosts === undefined || (env ?? file) === undefined) return null;
  return { ...(env && { env }), ...(file && { file }), ...(extract && { extract }), hosts };
}

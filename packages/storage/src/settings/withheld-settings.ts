import type { FileNotice, Sourced } from '../rules/rule-file.ts';
import { formatModelReference } from './model-reference.ts';
import type { AgentSettings, McpServer, ModelReference, ModelSettings, Provider, Settings } from './settings.ts';

/** A setting in a project's file that applies only once the operator trusts the project. */
export type WithheldSetting = {
  /** A description that includes what would be run or contacted. */
  readonly what: string;
  readonly file: string;
  readonly line: number;
};

export type RestrictedSettings = { readonly settings: Settings; readonly withheld: readonly WithheldSetting[] };

/**
 * The settings of an untrusted project, without those it may not set. It may choose among the models the operator has set up. It
 * may not set where requests go, what judges a call, which programs run, or what goes into the prompt.
 */
export function restrictUntrusted({
  models,
  providers,
  mcpServers,
  hooks,
  agent,
  ...harmless
}: Settings): RestrictedSettings {
  const withheld: WithheldSetting[] = [];
  const put = ({ file, line }: Sourced<unknown>, what: string) => withheld.push({ what, file, line });

  for (const [name, said] of providers) put(said, `the provider \`${name}\` (${reachOf(said.value)})`);
  for (const [name, said] of mcpServers) put(said, `the MCP server \`${name}\` (${errandOf(said.value)})`);
  for (const said of hooks) put(said, `a hook on ${said.value.event} (\`${said.value.command}\`)`);
  const kept = {
    models: restrictModels(models, put),
    providers: new Map(),
    mcpServers: new Map(),
    hooks: [],
    agent: restrictAgent(agent, put),
    // The sandbox can only tighten.
    ...harmless,
  };
  return { settings: kept, withheld };
}

/** `wasAsked`: the operator has answered about exactly these files, and the question isn't repeated. */
export function withheldNotice(
  { what, file, line }: WithheldSetting,
  { wasAsked }: { readonly wasAsked: boolean },
): FileNotice {
  const why = wasAsked ? 'you chose that for this project' : 'this project is not trusted';
  const remedy = wasAsked ? WRITE : `start caliban here and answer its question, or ${WRITE}`;
  return { file, line, message: `${what} is ignored, because ${why}; ${remedy}` };
}

const WRITE = 'write `trust_project_settings = true` below `[agent]` in your own settings.toml';

type Put = (said: Sourced<unknown>, what: string) => void;

/** The classifier decides about calls in auto mode: a project may not choose its own judge or write into the judge's prompt. */
function restrictModels({ main, fastClassifier, fallbacks }: ModelSettings, put: Put): ModelSettings {
  if (fastClassifier !== undefined) {
    put(fastClassifier, `\`fast_classifier = "${formatModelReference(fastClassifier.value)}"\``);
  }
  const [scriptedMain] = main === undefined ? [] : [main.value].filter(isScripted);
  if (main && scriptedMain) put(main, `\`main = "${formatModelReference(scriptedMain)}"\``);
  const scriptedFallback = fallbacks?.value.find(isScripted);
  if (fallbacks && scriptedFallback) put(fallbacks, `the fallback \`${formatModelReference(scriptedFallback)}\``);
  return {
    ...(main && !scriptedMain && { main }),
    ...(fallbacks && !scriptedFallback && { fallbacks }),
  };
}

function isScripted({ kind }: ModelReference): boolean {
  return kind === 'scripted';
}

function restrictAgent({ systemPromptAppend, ...kept }: AgentSettings, put: Put): AgentSettings {
  if (systemPromptAppend !== undefined) put(systemPromptAppend, '`system_prompt_append`');
  return kept;
}

function reachOf(provider: Provider): string {
  if (provider.kind === 'scripted') return `\`scripted:${provider.file}\``;
  return `${provider.kind}${provider.baseUrl === undefined ? '' : ` at \`${provider.baseUrl}\``}`;
}

function errandOf(server: McpServer): string {
  switch (server.transport) {
    case 'stdio':
      return `\`${[server.command, ...server.args].join(' ')}\``;
    case 'http':
      return `\`${server.url}\``;
  }
}

import { onTestFinished } from 'vitest';
import { OPENAI_CHAT } from '../../../../agent/test/providers/openai-chat-protocol.ts';
import { ProviderServer } from '../../../../agent/test/providers/provider-server.ts';

/** A provider on the loopback address that is gone when the test is. */
export async function startProvider(): Promise<ProviderServer> {
  const server = await ProviderServer.start(OPENAI_CHAT);
  onTestFinished(() => server.close());
  return server;
}

/** `settings.toml` with this provider as `test`. */
export function providerSettings(
  { origin }: ProviderServer,
  ...purposes: readonly ('main' | 'fast_classifier')[]
): string {
  const routes = purposes.map((purpose) => `${purpose} = "test/model-1"`).join('\n');
  return `[models]\n${routes}\n[providers.test]\nkind = "openai-compatible"\nbase_url = "${origin}/v1"\napi_key_env = "TEST_KEY"\n`;
}

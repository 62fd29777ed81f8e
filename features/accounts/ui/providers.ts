import { shellEndpoints } from '../../../content/shell-endpoints.ts';
import type { Message } from '../../../messages/message.ts';
import type { Translator } from '../../../messages/translator.ts';
import * as messages from '../accounts.messages.ts';

/** Names of sign-in methods that aren't brands. */
const NAMES = new Map<string, Message>([
  ['email', messages.providerEmail],
  ['phone', messages.providerPhone],
  ['web3', messages.providerWallet],
]);
/** Entries in the server's settings that aren't real providers. */
const NO_PROVIDERS = ['email', 'phone', 'anonymous_users'];

/** Returns the display name of a sign-in method. */
export function getProviderName(t: Translator, provider: string): string {
  const name = NAMES.get(provider);
  return name ? t(name) : provider.charAt(0).toUpperCase() + provider.slice(1);
}

/**
 * Lists the providers that this server offers. Returns an empty list if the server doesn't respond, because other parts
 * of the page report that.
 */
export async function listOfferedProviders(): Promise<string[]> {
  const response = await fetch(shellEndpoints.authSettings).catch(() => undefined);
  if (!response?.ok) return [];
  const { external } = (await response.json()) as { external: Record<string, boolean> };
  return Object.keys(external).filter((name) => external[name] && !NO_PROVIDERS.includes(name));
}

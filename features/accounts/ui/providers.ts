import { shellEndpoints } from '../../../content/shell-endpoints.ts';

const NAMES = new Map([
  ['email', 'E-mail'],
  ['phone', 'Phone'],
  ['twitch', 'Twitch'],
  ['discord', 'Discord'],
  ['web3', 'Wallet'],
]);
/** What the server's settings list beside real providers. */
const NO_PROVIDERS = ['email', 'phone', 'anonymous_users'];

/** What people call a way of signing in. */
export function getProviderName(provider: string): string {
  return NAMES.get(provider) ?? provider.charAt(0).toUpperCase() + provider.slice(1);
}

/** Providers that this server offers; none when it does not answer, because others are there to say so. */
export async function listOfferedProviders(): Promise<string[]> {
  const answer = await fetch(shellEndpoints.authSettings).catch(() => undefined);
  if (!answer?.ok) return [];
  const { external } = (await answer.json()) as { external: Record<string, boolean> };
  return Object.keys(external).filter((name) => external[name] && !NO_PROVIDERS.includes(name));
}

/** The same without Twitch, which has a button of its own. */
export async function listOtherProviders(): Promise<string[]> {
  return (await listOfferedProviders()).filter((name) => name !== 'twitch');
}

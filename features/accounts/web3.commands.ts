import type { Deps } from '../../server/deps.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { getAuthSettings, hashSecret } from './accounts.rules.ts';
import type { AuthSession } from './accounts.schema.ts';
import { AuthRefusal } from './auth-protocol.commands.ts';
import { resolveProviderUser } from './oauth/oauth.commands.ts';
import { toSafeRedirect } from './oauth/oauth.rules.ts';
import { countUse } from './rate-limits.queries.ts';
import type { Visit } from './sessions/visits.commands.ts';
import { signIn } from './sign-in/sign-in.commands.ts';
import type { TokenRequest } from './sign-in/sign-in.schema.ts';
import { type Chain, isSignedBy, readWalletMessage, type WalletMessage } from './web3.rules.ts';

const VALID_MS = 10 * MINUTE_MS;

const createRefusal = (why: string) => new AuthRefusal(400, 'invalid_credentials', why);

/**
 * Signs in with a message that a wallet signed for this site. The message must be recent and works only once.
 * @throws AuthRefusal web3_provider_disabled, web3_unsupported_chain, invalid_credentials
 */
export async function signInWithWallet(deps: Deps, input: TokenRequest, visit: Visit): Promise<AuthSession> {
  const settings = getAuthSettings(deps.env);
  if (!settings.web3) throw new AuthRefusal(422, 'web3_provider_disabled', 'Web3 provider is disabled');
  if (input.chain !== 'solana' && input.chain !== 'ethereum') {
    throw new AuthRefusal(400, 'web3_unsupported_chain', 'Unsupported chain');
  }
  const { chain, message: text, signature } = input;
  if (!text || typeof signature !== 'string') throw createRefusal('Send a signed message.');
  const message = readWalletMessage(chain, text);
  if (!message) throw createRefusal("This message isn't a sign-in request.");
  if (!isSignedBy(chain, message.address, text, signature))
    throw createRefusal('Signature does not match address in message');
  refuseForeignMessage(message, settings.origin, settings.redirectAllow);
  refuseStaleMessage(message, deps.now());
  const use = await countUse(deps.db, `wallet:${hashSecret(text)}`, (2 * VALID_MS) / 1000, deps.now());
  if (use.points > 1) throw createRefusal('This message was already used. Sign a new one.');
  const user = await deps.db.transaction((tx) =>
    resolveProviderUser(tx, deps, { identity: toWalletIdentity(chain, message), emailVerified: false }),
  );
  return signIn(deps, user, { method: 'web3', visit });
}

function toWalletIdentity(chain: Chain, message: WalletMessage) {
  const address = chain === 'ethereum' ? message.address.toLowerCase() : message.address;
  const { domain, statement, chainId } = message;
  const custom_claims = { address, chain, network: chainId ?? '', domain, statement: statement ?? '' };
  return { provider: 'web3', providerId: `web3:${chain}:${address}`, data: { custom_claims }, email: null };
}

/** Refuses a message that was signed for a different site. */
function refuseForeignMessage(message: WalletMessage, origin: string, allowedTargets: string[]): void {
  const uri = new URL(message.uri);
  const redirect = toSafeRedirect(uri.href, origin, allowedTargets);
  if (redirect !== uri.href || uri.host !== message.domain) {
    throw createRefusal('The message was signed for another site.');
  }
}

function refuseStaleMessage(message: WalletMessage, now: Date): void {
  if (message.notBefore && message.notBefore > now) throw createRefusal("The message isn't valid yet.");
  if (message.expiresAt && message.expiresAt <= now) throw createRefusal('The message has expired.');
  if (Math.abs(now.getTime() - message.issuedAt.getTime()) > VALID_MS) {
    throw createRefusal('The message was issued too long ago, or in the future.');
  }
}

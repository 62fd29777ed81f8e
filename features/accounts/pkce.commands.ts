import { createHash } from 'node:crypto';
import type { Deps } from '../../server/deps.ts';
import { findUser } from './accounts.queries.ts';
import { getAuthSettings, hashSecret, isSameSecret } from './accounts.rules.ts';
import type { AuthSession } from './accounts.schema.ts';
import { AuthRefusal } from './auth-protocol.commands.ts';
import { decryptSecret, SECRET_CONTEXTS } from './encryption.commands.ts';
import { consumeFlow, findFlow } from './oauth/oauth.queries.ts';
import type { Visit } from './sessions/visits.commands.ts';
import { signIn } from './sign-in/sign-in.commands.ts';
import { redeemDeferredLink } from './verification.commands.ts';

/**
 * Exchanges the code from a redirect for a session. A code allows one attempt within 300 seconds, successful or not.
 * @throws AuthRefusal flow_state_not_found, flow_state_expired, bad_code_verifier
 */
export async function exchangeCode(
  deps: Deps,
  input: { auth_code?: string | null | undefined; code_verifier?: string | null | undefined },
  visit: Visit,
): Promise<AuthSession> {
  const { auth_code, code_verifier } = input;
  if (!auth_code || !code_verifier) {
    throw new AuthRefusal(
      400,
      'validation_failed',
      'invalid request: both auth code and code verifier should be non-empty',
    );
  }
  // Read the user before consuming the flow. If all sessions are ended in between, `signIn` refuses.
  const pendingFlow = await findFlow(deps.db, hashSecret(auth_code));
  const userAtStart = pendingFlow?.userId ? await findUser(deps.db, pendingFlow.userId) : undefined;
  const flow = await consumeFlow(deps.db, hashSecret(auth_code));
  if (!flow?.userId)
    throw new AuthRefusal(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
  const age = deps.now().getTime() - flow.createdAt.getTime();
  if (age > getAuthSettings(deps.env).flowSeconds * 1000) {
    throw new AuthRefusal(422, 'flow_state_expired', 'invalid flow state, flow state has expired');
  }
  const proof = createHash('sha256').update(code_verifier).digest('base64url');
  if (!isSameSecret(proof, flow.codeChallenge ?? '')) {
    throw new AuthRefusal(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier');
  }
  // An email link takes effect only now, when the browser that requested it has arrived.
  const user = flow.oneTimeTokenId
    ? await redeemDeferredLink(deps, { userId: flow.userId, id: flow.oneTimeTokenId, openedAt: flow.createdAt })
    : userAtStart;
  if (!user) throw new AuthRefusal(404, 'user_not_found', 'User not found');
  const session = await signIn(deps, user, { method: flow.authenticationMethod, visit });
  return {
    ...session,
    ...(flow.providerAccessToken
      ? { provider_token: decryptSecret(deps, flow.providerAccessToken, SECRET_CONTEXTS.flow) }
      : {}),
    ...(flow.providerRefreshToken
      ? { provider_refresh_token: decryptSecret(deps, flow.providerRefreshToken, SECRET_CONTEXTS.flow) }
      : {}),
  };
}

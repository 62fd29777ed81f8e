import { createOidcClient, OidcError } from '../../integrations/oidc/oidc.client.ts';
import type { Deps } from '../../server/deps.ts';
import { getAuthSettings } from './accounts.rules.ts';
import type { AuthSession } from './accounts.schema.ts';
import { AuthRefusal } from './auth-protocol.commands.ts';
import { parseChallenge } from './contact-addresses.commands.ts';
import { resolveProviderUser, startAuthorization } from './oauth/oauth.commands.ts';
import { toProviderProfile } from './oauth/oauth-providers.commands.ts';
import type { Visit } from './sessions/visits.commands.ts';
import { signIn } from './sign-in/sign-in.commands.ts';
import type { TokenRequest } from './sign-in/sign-in.schema.ts';
import type { SsoRequest } from './sso.schema.ts';

/**
 * Starts single sign-on for a company, found by email domain or provider name.
 * @returns the URL to send the browser to
 * @throws AuthRefusal saml_provider_disabled when the operator has configured none, sso_provider_not_found
 */
export async function startSso(deps: Deps, input: SsoRequest, redirectTo: string, visit: Visit): Promise<string> {
  const { oidc } = getAuthSettings(deps.env);
  if (oidc.length === 0) {
    throw new AuthRefusal(
      404,
      'saml_provider_disabled',
      'SAML 2.0 is disabled, and no other single sign-on is configured',
    );
  }
  const domain = input.domain?.trim().toLowerCase();
  const found = oidc.find((one) => one.name === input.provider_id || (domain && one.domains.includes(domain)));
  if (!found) throw new AuthRefusal(404, 'sso_provider_not_found', 'No SSO provider assigned for this domain');
  return startAuthorization(
    deps,
    { provider: found.name, redirectTo: input.redirect_to ?? redirectTo, scopes: '', challenge: parseChallenge(input) },
    visit,
  );
}

/**
 * Signs in with an ID token that the browser got directly from the provider.
 * @throws AuthRefusal validation_failed, provider_disabled, invalid_credentials
 */
export async function signInWithIdToken(deps: Deps, input: TokenRequest, visit: Visit): Promise<AuthSession> {
  if (!input.id_token) throw new AuthRefusal(400, 'validation_failed', 'id_token required');
  const config = getAuthSettings(deps.env).oidc.find(
    (one) => one.name === input.provider || one.issuer === input.issuer,
  );
  if (!config) {
    throw new AuthRefusal(
      400,
      'provider_disabled',
      `Provider "${input.provider ?? input.issuer ?? ''}" is not enabled`,
    );
  }
  const person = await createOidcClient(config, deps.fetch)
    .readIdToken(input.id_token, input.nonce ?? undefined, deps.now())
    .catch((error: unknown) => {
      if (!(error instanceof OidcError)) throw error;
      throw new AuthRefusal(400, 'invalid_credentials', 'Bad ID token');
    });
  const user = await deps.db.transaction((tx) => resolveProviderUser(tx, deps, toProviderProfile(config.name, person)));
  return signIn(deps, user, { method: 'oauth', visit });
}

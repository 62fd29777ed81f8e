import { randomBytes } from 'node:crypto';
import type { Db } from '../../../db/database.ts';
import { DiscordSignInError } from '../../../integrations/discord/discord-sign-in.ts';
import { OidcError } from '../../../integrations/oidc/oidc.client.ts';
import { TwitchError } from '../../../integrations/twitch/twitch.client.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import type { Actor, Deps } from '../../../server/deps.ts';
import { subtractMs } from '../../../time/instants.ts';
import { enqueueAccountEmail } from '../account-emails.commands.ts';
import { addIdentity, type NewIdentity, recordProviders } from '../accounts.commands.ts';
import {
  deleteIdentity,
  findIdentity,
  findUser,
  findUserByEmail,
  listIdentities,
  lockUser,
  type UserRow,
  updateIdentity,
  updateUser,
} from '../accounts.queries.ts';
import { getAuthSettings, hashSecret } from '../accounts.rules.ts';
import { AuthRefusal } from '../auth-protocol.commands.ts';
import { isConfirmed } from '../contact-addresses.commands.ts';
import { decryptSecret, encryptSecret, SECRET_CONTEXTS } from '../encryption.commands.ts';
import { fitMetadata, MAX_METADATA_BYTES } from '../metadata.rules.ts';
import { getRateLimitSubject } from '../networks.rules.ts';
import { consumeLimit } from '../rate-limits.commands.ts';
import { recordEvent } from '../security-events/security-events.commands.ts';
import { refuseBannedUser } from '../sessions/sessions.commands.ts';
import type { Visit } from '../sessions/visits.commands.ts';
import { describeSignInError } from '../sign-in-errors.wording.ts';
import { createJoiningUser } from '../terms.commands.ts';
import { resetUnverifiedAccount } from '../unverified-accounts.commands.ts';
import { claimFlow, type FlowRow, insertFlow, updateFlow } from './oauth.queries.ts';
import { addParameters, resolveRedirect } from './oauth.rules.ts';
import { getProvider, type ProviderProfile } from './oauth-providers.commands.ts';

export type AuthorizeInput = {
  provider: string;
  redirectTo: string | undefined;
  scopes: string;
  challenge: { codeChallenge: string; codeChallengeMethod: string } | undefined;
};

/**
 * Starts a sign-in with a provider. Our server stores the state of the sign-in, and the provider sees only an opaque
 * value.
 * @returns the URL to redirect the browser to
 */
export async function startAuthorization(
  deps: Deps,
  input: AuthorizeInput,
  visit: Visit,
  linking?: Actor,
): Promise<string> {
  const provider = getProvider(deps, input.provider);
  if (!input.challenge)
    throw new AuthRefusal(400, 'validation_failed', 'Sign-in with a provider requires PKCE: send a code_challenge.');
  await consumeLimit(deps, 'authorizeAddress', getRateLimitSubject(visit.ip));
  const settings = getAuthSettings(deps.env);
  const state = randomBytes(32).toString('base64url');
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = getCallbackUri(deps);
  const url = await provider.authorizeUrl({ state, redirectUri, scopes: input.scopes, verifier });
  await insertFlow(deps.db, {
    provider: input.provider,
    authenticationMethod: 'oauth',
    stateHash: hashSecret(state),
    redirectTo: resolveRedirect(input.redirectTo, settings.origin, settings.redirectAllow),
    providerCodeVerifier: encryptSecret(deps, verifier, SECRET_CONTEXTS.flow),
    linkingUserId: linking?.userId ?? null,
    linkingSessionId: linking?.sessionId ?? null,
    createdAt: deps.now(),
    ...input.challenge,
  });
  return url;
}

const getCallbackUri = (deps: Deps) => `${getAuthSettings(deps.env).issuer}/callback`;

/** Standard provider error codes (RFC 6749, OpenID Connect). The provider's own messages are never shown. */
const OAUTH_ERRORS = [
  'access_denied',
  'temporarily_unavailable',
  'invalid_request',
  'invalid_scope',
  'unauthorized_client',
  'login_required',
  'consent_required',
  'interaction_required',
];

export type CallbackInput = { state?: string; code?: string; error?: string };

/**
 * Handles the redirect back from the provider.
 * @returns the next URL to redirect to: the page that started the sign-in, with a code to exchange or an error
 * @throws AuthRefusal when that page is unknown
 */
export async function handleCallback(deps: Deps, input: CallbackInput): Promise<string> {
  if (!input.state) throw new AuthRefusal(400, 'bad_oauth_callback', 'OAuth state parameter missing');
  const now = deps.now();
  const notBefore = subtractMs(now, getAuthSettings(deps.env).flowSeconds * 1000);
  const flow = await claimFlow(deps.db, hashSecret(input.state), now, notBefore);
  if (!flow) throw new AuthRefusal(400, 'bad_oauth_state', 'OAuth state not found or expired');
  const settings = getAuthSettings(deps.env);
  const redirectTo = flow.redirectTo ?? resolveRedirect(undefined, settings.origin, settings.redirectAllow);
  const redirectWithError = (error: string, code: string, description: string) =>
    addParameters(redirectTo, { error, error_code: code, error_description: description });
  if (input.error || !input.code) {
    const error = OAUTH_ERRORS.find((one) => one === input.error) ?? 'server_error';
    return redirectWithError(
      error,
      'bad_oauth_callback',
      describeSignInError(readerTranslator, error, 'bad_oauth_callback'),
    );
  }
  try {
    const verifier = decryptSecret(deps, flow.providerCodeVerifier ?? '', SECRET_CONTEXTS.flow);
    const redirectUri = getCallbackUri(deps);
    const profile = await getProvider(deps, flow.provider).identify({ code: input.code, redirectUri, verifier });
    const code = await completeFlow(deps, flow, profile);
    return addParameters(redirectTo, { code });
  } catch (error) {
    if (error instanceof AuthRefusal) return redirectWithError('access_denied', error.protocol.code, error.message);
    if (!(error instanceof TwitchError || error instanceof OidcError || error instanceof DiscordSignInError))
      throw error;
    deps.log.warn({ provider: flow.provider, err: error }, 'sign-in provider failed');
    return redirectWithError('server_error', 'unexpected_failure', 'Unable to exchange external code');
  }
}

async function completeFlow(deps: Deps, flow: FlowRow, profile: ProviderProfile): Promise<string> {
  const code = crypto.randomUUID();
  await deps.db.transaction(async (tx) => {
    const user = flow.linkingUserId
      ? await linkIdentityTo(tx, deps, flow.linkingUserId, profile)
      : await resolveProviderUser(tx, deps, profile);
    refuseBannedUser(user, deps.now());
    const isOpen = await updateFlow(tx, flow.id, {
      userId: user.id,
      authCodeHash: hashSecret(code),
      providerAccessToken: profile.accessToken ? encryptSecret(deps, profile.accessToken, SECRET_CONTEXTS.flow) : null,
      providerRefreshToken: profile.refreshToken
        ? encryptSecret(deps, profile.refreshToken, SECRET_CONTEXTS.flow)
        : null,
      // The code's own validity period starts now.
      createdAt: deps.now(),
    });
    // The session that started the linking has ended in the meantime.
    if (!isOpen) throw new AuthRefusal(400, 'bad_oauth_state', 'OAuth state not found or expired');
  });
  return code;
}

/**
 * Finds or creates the user for an identity. An identity is added to an existing account with the same address only
 * when both we and the provider have confirmed the address. An account that was never confirmed is emptied first,
 * because a stranger may have prepared it.
 */
export async function resolveProviderUser(
  tx: Db,
  deps: Deps,
  { identity, emailVerified }: ProviderProfile,
): Promise<UserRow> {
  const now = deps.now();
  const existingIdentity = await findIdentity(tx, identity.provider, identity.providerId);
  if (existingIdentity) {
    const identityData = { ...existingIdentity.identityData, ...identity.data, sub: identity.providerId };
    await updateIdentity(tx, existingIdentity.id, { identityData, email: identity.email, lastSignInAt: now }, now);
    const user = await findUser(tx, existingIdentity.userId);
    if (!user) throw new AuthRefusal(403, 'user_not_found', 'User not found');
    const userMetaData = fitMetadata({ ...user.userMetaData, ...toProfileMetadata(identity) }, MAX_METADATA_BYTES);
    return updateUser(tx, user.id, { userMetaData }, now);
  }
  if (getAuthSettings(deps.env).signupDisabled) {
    throw new AuthRefusal(422, 'signup_disabled', 'Signups not allowed for this instance');
  }
  const owner = identity.email ? await findUserByEmail(tx, identity.email) : undefined;
  if (!owner) {
    // An address that the provider hasn't verified is kept with the identity but not stored on the account.
    const email = emailVerified ? identity.email : null;
    const values = { email, emailConfirmedAt: email ? now : null, userMetaData: toProfileMetadata(identity) };
    return createJoiningUser(tx, deps, values, identity);
  }
  if (!emailVerified) {
    throw new AuthRefusal(
      422,
      'email_exists',
      'This address already has an account. Sign in to it and link this sign-in there.',
    );
  }
  await lockUser(tx, owner.id);
  const clearedUser = isConfirmed(owner) ? owner : await resetForProvider(tx, deps, owner);
  await addIdentity(tx, deps, clearedUser.id, identity);
  if (owner.emailConfirmedAt) await enqueueAccountEmail(tx, deps, { kind: 'identity_linked', userId: owner.id });
  const mergedUser = await updateUser(
    tx,
    clearedUser.id,
    {
      ...(clearedUser.emailConfirmedAt ? {} : { emailConfirmedAt: now, encryptedPassword: null }),
      userMetaData: fitMetadata({ ...toProfileMetadata(identity), ...clearedUser.userMetaData }, MAX_METADATA_BYTES),
    },
    now,
  );
  return recordProviders(tx, deps, mergedUser, await listIdentities(tx, [mergedUser.id]));
}

/** Empties an unconfirmed account, including email sign-ins that someone else may have started. */
async function resetForProvider(tx: Db, deps: Deps, owner: UserRow): Promise<UserRow> {
  const clean = await resetUnverifiedAccount(tx, deps, owner);
  for (const identity of await listIdentities(tx, [clean.id])) await deleteIdentity(tx, identity.id);
  return clean;
}

/** Selects profile values that fit into the metadata. The rest stay with the identity. */
function toProfileMetadata(identity: NewIdentity): Record<string, unknown> {
  return fitMetadata({ ...identity.data, sub: identity.providerId }, MAX_METADATA_BYTES);
}

async function linkIdentityTo(tx: Db, deps: Deps, userId: string, { identity }: ProviderProfile): Promise<UserRow> {
  const user = await lockUser(tx, userId);
  if (!user) throw new AuthRefusal(422, 'user_not_found', 'Linking target user not found');
  const existingIdentity = await findIdentity(tx, identity.provider, identity.providerId);
  if (existingIdentity) {
    const conflictMessage =
      existingIdentity.userId === userId ? 'Identity is already linked' : 'Identity is already linked to another user';
    throw new AuthRefusal(422, 'identity_already_exists', conflictMessage);
  }
  await addIdentity(tx, deps, userId, identity);
  await recordEvent(tx, deps, userId, { action: 'identity_linked' });
  await enqueueAccountEmail(tx, deps, { kind: 'identity_linked', userId });
  // With a linked sign-in, an anonymous user can sign in again, so the account isn't anonymous anymore.
  const namedUser = user.isAnonymous ? await updateUser(tx, userId, { isAnonymous: false }, deps.now()) : user;
  return recordProviders(tx, deps, namedUser, await listIdentities(tx, [userId]));
}

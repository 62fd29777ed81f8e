import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server';
import type { Deps } from '../../server/deps.ts';
import type { UserRow } from './accounts.queries.ts';
import { getAuthSettings } from './accounts.rules.ts';
import { AuthRefusal } from './auth-protocol.commands.ts';

/** The data that we store about a passkey. */
export type Credential = {
  credentialId: string;
  publicKey: string;
  signCount: number;
  transports: string[];
  aaguid: string;
  backupEligible: boolean;
  backedUp: boolean;
};

const RP_NAME = 'Planet Crew';

/** Loads the library on first use, because it takes 27 MB. */
const loadWebauthn = () => import('@simplewebauthn/server');

export const createWebauthnError = () =>
  new AuthRefusal(400, 'webauthn_verification_failed', 'Credential verification failed');

/** Creates the options that a browser needs to register a passkey. */
export async function createCreationOptions(deps: Deps, user: UserRow, exclude: string[], isDiscoverable: boolean) {
  const name = user.email || user.phone || 'player';
  const { generateRegistrationOptions } = await loadWebauthn();
  return generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: getAuthSettings(deps.env).rpId,
    userName: name,
    userDisplayName: String(user.userMetaData.full_name ?? user.userMetaData.name ?? name),
    userID: new Uint8Array(Buffer.from(user.id.replaceAll('-', ''), 'hex')),
    attestationType: 'none',
    excludeCredentials: exclude.map((id) => ({ id })),
    authenticatorSelection: {
      residentKey: isDiscoverable ? 'required' : 'preferred',
      userVerification: isDiscoverable ? 'required' : 'preferred',
    },
  });
}

/** @throws AuthRefusal webauthn_verification_failed */
export async function checkCreation(
  deps: Deps,
  response: unknown,
  challenge: string,
  isVerificationRequired: boolean,
): Promise<Credential> {
  const { rpId, rpOrigins } = getAuthSettings(deps.env);
  const { verifyRegistrationResponse } = await loadWebauthn();
  const result = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: rpOrigins,
    expectedRPID: rpId,
    requireUserVerification: isVerificationRequired,
  }).catch(() => undefined);
  if (!result?.verified || !result.registrationInfo) throw createWebauthnError();
  const { credential, aaguid, credentialDeviceType, credentialBackedUp } = result.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    signCount: credential.counter,
    transports: credential.transports ?? [],
    aaguid,
    backupEligible: credentialDeviceType === 'multiDevice',
    backedUp: credentialBackedUp,
  };
}

/**
 * Creates the options that a browser needs to use a passkey. Without a list, the user picks one of the passkeys that
 * the device has for our site.
 */
export async function createAssertionOptions(deps: Deps, allow: string[], isVerificationRequired: boolean) {
  const { generateAuthenticationOptions } = await loadWebauthn();
  return generateAuthenticationOptions({
    rpID: getAuthSettings(deps.env).rpId,
    allowCredentials: allow.map((id) => ({ id })),
    userVerification: isVerificationRequired ? 'required' : 'preferred',
  });
}

/** Expected values of a response. `verified` requires the owner's fingerprint, face or PIN. */
type Expected = {
  challenge: string;
  credential: Pick<Credential, 'credentialId' | 'publicKey' | 'signCount' | 'transports'>;
  verified: boolean;
};

/**
 * @returns the new signature count; a count that hasn't increased is refused because the key may have been copied
 * @throws AuthRefusal webauthn_verification_failed
 */
export async function checkRequest(
  deps: Deps,
  response: unknown,
  { challenge, credential, verified }: Expected,
): Promise<number> {
  const { rpId, rpOrigins } = getAuthSettings(deps.env);
  const { verifyAuthenticationResponse } = await loadWebauthn();
  const result = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: rpOrigins,
    expectedRPID: rpId,
    credential: {
      id: credential.credentialId,
      publicKey: new Uint8Array(Buffer.from(credential.publicKey, 'base64url')),
      counter: credential.signCount,
      transports: credential.transports as NonNullable<WebAuthnCredential['transports']>,
    },
    requireUserVerification: verified,
  }).catch(() => undefined);
  if (!result?.verified) throw createWebauthnError();
  return result.authenticationInfo.newCounter;
}

import { jwtVerify, SignJWT } from 'jose';
import type { Deps } from '../../server/deps.ts';
import { isSignerTrusted } from '../accounts/account-views.queries.ts';
import { getSigningSecret } from './assets.queries.ts';
import { StorageRefusal } from './storage-protocol.commands.ts';

/**
 * The permission in a signed link: to read one file, or to upload one in the signer's name. A null signer is the
 * service.
 */
export type SignedGrant = { url: string; by?: string | null; upload?: { owner: string | null; upsert: boolean } };

const secrets = new WeakMap<Deps, Promise<Uint8Array>>();

function getSecret(deps: Deps): Promise<Uint8Array> {
  let secret = secrets.get(deps);
  if (!secret) {
    secret = getSigningSecret(deps.db).then((text) => new TextEncoder().encode(text));
    secrets.set(deps, secret);
    secret.catch(() => secrets.delete(deps));
  }
  return secret;
}

/** @param seconds how long the link is valid */
export async function signGrant(deps: Deps, grant: SignedGrant, seconds: number): Promise<string> {
  const now = Math.floor(deps.now().getTime() / 1000);
  return new SignJWT(grant)
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(await getSecret(deps));
}

/** @throws StorageRefusal when the token isn't ours, has expired, is for another URL, or its signer has lost access */
export async function readGrant(deps: Deps, token: string, url: string): Promise<SignedGrant> {
  const { payload } = await jwtVerify<SignedGrant>(token, await getSecret(deps), {
    algorithms: ['HS256'],
    currentDate: deps.now(),
  }).catch((error: { code?: string }) => {
    const isExpired = error.code === 'ERR_JWT_EXPIRED';
    throw new StorageRefusal('badToken', isExpired ? '"exp" claim timestamp check failed' : 'Invalid signature');
  });
  if (payload.url !== url) throw new StorageRefusal('badToken', 'Invalid signature');
  const signer = payload.upload ? payload.upload.owner : payload.by;
  const signedAt = new Date((payload.iat ?? 0) * 1000);
  if (signer && !(await isSignerTrusted(deps.db, signer, { signedAt, now: deps.now() }))) {
    throw new StorageRefusal(
      'denied',
      "This link no longer works because its creator's account was closed or secured. Ask for a new link.",
    );
  }
  return payload;
}

import { createPushKeys, type PushKeys } from '../../../integrations/push/push.client.ts';
import type { Deps } from '../../../server/deps.ts';
import { decryptSecret, encryptSecret, type Reencrypter } from '../../accounts/encryption.commands.ts';
import { findPushKeys, insertPushKeys, lockPushKeys, replacePrivatePushKey } from './push.queries.ts';

/** Purpose that the encrypted private key is bound to, so it can't be decrypted as anything else. */
const ENCRYPTION_CONTEXT = 'push key';

// One entry per database, because tests open several contexts in one process. The pair never changes.
const keyCache = new WeakMap<object, Promise<PushKeys>>();

/**
 * Returns the key pair that identifies this installation to push services; one node generates it on the very first
 * call.
 */
export function getPushKeys(deps: Deps): Promise<PushKeys> {
  const found = keyCache.get(deps.database) ?? readPushKeys(deps);
  keyCache.set(deps.database, found);
  found.catch(() => keyCache.delete(deps.database));
  return found;
}

async function readPushKeys(deps: Deps): Promise<PushKeys> {
  const keys = (await findPushKeys(deps.db)) ?? (await createAndStorePushKeys(deps));
  return { publicKey: keys.public_key, privateKey: decryptSecret(deps, keys.private_key, ENCRYPTION_CONTEXT) };
}

async function createAndStorePushKeys(deps: Deps) {
  return deps.db.transaction(async (tx) => {
    await lockPushKeys(tx);
    const already = await findPushKeys(tx);
    if (already) return already;
    const { publicKey, privateKey } = createPushKeys();
    const keys = { public_key: publicKey, private_key: encryptSecret(deps, privateKey, ENCRYPTION_CONTEXT) };
    await insertPushKeys(tx, keys, deps.now());
    return keys;
  });
}

/**
 * Checks at startup that the key pair can be read. Otherwise the first message would fail.
 * @throws Error with a message for the operator
 */
export async function checkPushKeys(deps: Deps): Promise<void> {
  try {
    await getPushKeys(deps);
  } catch (error) {
    throw new Error(
      `Can't read the web push keys: ${(error as Error).message} See AUTH_ENCRYPTION_KEY in docs/configuration.md.`,
    );
  }
}

/** Re-encrypts the private key with the operator's newest key. */
export const reencryptPushKeys: Reencrypter = async (deps, isNewest) => {
  const keys = await findPushKeys(deps.db);
  if (!keys || isNewest(keys.private_key)) return 0;
  const reencrypted = encryptSecret(
    deps,
    decryptSecret(deps, keys.private_key, ENCRYPTION_CONTEXT),
    ENCRYPTION_CONTEXT,
  );
  await replacePrivatePushKey(deps.db, keys.private_key, reencrypted);
  return 1;
};

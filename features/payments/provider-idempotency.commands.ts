import { createHash } from 'node:crypto';
import { toFailure } from '../../integrations/stripe/stripe.client.ts';
import type { Deps } from '../../server/deps.ts';

/**
 * Hashes a call's parameters for its idempotency key, because the payment provider refuses a key that's reused with
 * other parameters.
 */
const hashParams = (params: object): string =>
  createHash('sha256').update(JSON.stringify(params)).digest('base64url').slice(0, 16);

type OnceOptions<T> = {
  /** Name of the object to create. The hash of its params is added. */
  key: string;
  params: object;
  make: (options: { idempotencyKey: string }) => Promise<T>;
  /** Finds an object that was created even though the provider returned an internal error. */
  findExisting: () => Promise<T | undefined>;
};

/**
 * Creates an object at the payment provider once. The provider stores an error response under its key for a day. After
 * an error, we check whether the object was created anyway, and otherwise retry with a new key.
 */
export async function createOnce<T>(deps: Deps, { key, params, make, findExisting }: OnceOptions<T>): Promise<T> {
  const idempotencyKey = `${key}:${hashParams(params)}`;
  try {
    return await make({ idempotencyKey });
  } catch (error) {
    if (!toFailure(error).broken) throw error;
    deps.log.error({ key }, 'payment provider failed; checking whether it executed the request');
    return (await findExisting()) ?? make({ idempotencyKey: `${idempotencyKey}:${deps.now().getTime()}` });
  }
}

import { createHash } from 'node:crypto';
import { toFailure } from '../../integrations/stripe/stripe.client.ts';
import type { Deps } from '../../server/deps.ts';

/** Stands for what a call says, so that its key changes with it: the processor refuses a key whose request changed. */
const hashParams = (params: object): string =>
  createHash('sha256').update(JSON.stringify(params)).digest('base64url').slice(0, 16);

type OnceOptions<T> = {
  /** Names what is made; its content is added. */
  key: string;
  params: object;
  make: (options: { idempotencyKey: string }) => Promise<T>;
  /** What an attempt has left behind whose answer was that the processor broke. */
  look: () => Promise<T | undefined>;
};

/**
 * Makes something at the processor once. A broken answer is kept there under its key for a day, so that after one we look
 * whether it was made all the same, and otherwise ask under a new key.
 */
export async function createOnce<T>(deps: Deps, { key, params, make, look }: OnceOptions<T>): Promise<T> {
  const idempotencyKey = `${key}:${hashParams(params)}`;
  try {
    return await make({ idempotencyKey });
  } catch (error) {
    if (!toFailure(error).broken) throw error;
    deps.log.error({ key }, 'the processor broke; looking whether it has done what was asked');
    return (await look()) ?? make({ idempotencyKey: `${idempotencyKey}:${deps.now().getTime()}` });
  }
}

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '../../../server/deps.ts';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { reencryptEverything } from '../../accounts/encryption.commands.ts';
import { findPushKeys } from './push.queries.ts';
import { checkPushKeys, getPushKeys } from './push-keys.commands.ts';

const [OLD, NEW] = ['an old key of the operator that is long', 'a new one of the operator that is long enough'];

describe('web push keys', () => {
  let context: TestContext;
  beforeEach(async () => {
    context = await openTestContext();
  });
  afterEach(() => context.close());
  /** Builds another node on the same database, with the given operator key. */
  const createNode = (AUTH_ENCRYPTION_KEY?: string): Deps => ({
    ...context.deps,
    database: { ...context.deps.database },
    env: { ...context.deps.env, AUTH_ENCRYPTION_KEY },
  });

  it('are generated once, even with several nodes', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => getPushKeys(createNode())));
    expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(1);
    expect(keys[0]!.publicKey).toMatch(/^[\w-]{87}$/);
    expect(await getPushKeys(createNode())).toEqual(keys[0]);
  });

  it("are encrypted with the operator's key and re-encrypted with the next one", async () => {
    const { publicKey, privateKey } = await getPushKeys(createNode(OLD));
    expect((await findPushKeys(context.deps.db))!.private_key).toMatch(/^sealed:1:/);
    await expect(checkPushKeys(createNode(NEW))).rejects.toThrow('no longer lists. See AUTH_ENCRYPTION_KEY');
    expect(await reencryptEverything(createNode(`${NEW},${OLD}`))).toMatchObject({ others: 1 });
    expect(await reencryptEverything(createNode(`${NEW},${OLD}`))).toMatchObject({ others: 0 });
    expect(await getPushKeys(createNode(NEW))).toEqual({ publicKey, privateKey });
  });

  it("are encrypted later when they predate the operator's key", async () => {
    const { privateKey } = await getPushKeys(createNode());
    expect((await findPushKeys(context.deps.db))!.private_key).toBe(privateKey);
    expect(await reencryptEverything(createNode(NEW))).toMatchObject({ others: 1 });
    expect((await getPushKeys(createNode(NEW))).privateKey).toBe(privateKey);
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { DAY_MS } from '../../time/units.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { insertWallet, saveReading } from '../tokens/tokens.queries.ts';
import { getCurrentPlan } from './current-plan.commands.ts';

const START = new Date('2026-03-02T12:00:00.000Z');

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext({
    SOLANA_RPC_URL: 'https://rpc.example.test',
    TOKEN_MINT: 'So11111111111111111111111111111111111111112',
  });
  context.deps.fetch = async () => new Response('Service Unavailable', { status: 503 });
});
afterAll(() => context.close());

test('keeps a token plan for a day after the last reading when the token network is down', async () => {
  context.setNow(START);
  const { userId } = await makeUser(context.deps);
  const wallet = { userId, address: 'a wallet' };
  await insertWallet(context.deps.db, { ...wallet, connectedAt: START });
  await saveReading(context.deps.db, wallet, { tokens: 100_000, readAt: START, nextReadAt: START });
  expect(await getCurrentPlan(context.deps, userId)).toBe('Premium');
  context.setNow(new Date(START.getTime() + DAY_MS));
  expect(await getCurrentPlan(context.deps, userId)).toBe('Free');
});

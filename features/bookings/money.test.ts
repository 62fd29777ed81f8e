import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openMoneyContext } from '../payments/test-money.ts';
import { command, createCast, performCommand } from './test-booking-model.ts';
import { checkEnd, checkReplay, checkStep } from './test-booking-model-invariants.ts';
import type { BookingModelRun } from './test-booking-model-types.ts';

/** Fixed seed of the fast suite. The slow suite uses random seeds. */
const SEED = 20_261_128;

test('balances the books and matches the provider, whatever users, crashes and webhooks do', async () => {
  const context = await openMoneyContext();
  const run: BookingModelRun = { context, cast: await createCast(context), orders: new Set(), crashes: 0, done: {} };
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 60, maxLength: 60 }), async (commands) => {
      for (const one of commands) {
        await performCommand(run, one);
        await checkStep(run);
      }
      await checkEnd(run);
    }),
    { numRuns: 10, endOnFailure: true, seed: Number(process.env.MONEY_SEED ?? SEED) },
  );
  await checkReplay(run);
  expect(run.orders.size).toBeGreaterThan(5);
  expect(run.crashes).toBeGreaterThan(5);
  await context.close();
}, 120_000);

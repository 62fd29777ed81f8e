import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openMoneyContext } from '../payments/test-money.ts';
import { command, createCast, performCommand } from './test-booking-model.ts';
import { checkEnd, checkReplay, checkStep } from './test-booking-model-invariants.ts';
import type { Play } from './test-booking-model-types.ts';

/** The quick suite runs the same commands every time. The slow suite draws new ones. */
const SEED = 20_261_128;

test('balances the books and matches the provider, whatever users, crashes and webhooks do', async () => {
  const context = await openMoneyContext();
  const play: Play = { context, cast: await createCast(context), orders: new Set(), died: 0, done: {} };
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 60, maxLength: 60 }), async (commands) => {
      for (const one of commands) {
        await performCommand(play, one);
        await checkStep(play);
      }
      await checkEnd(play);
    }),
    { numRuns: 10, endOnFailure: true, seed: Number(process.env.MONEY_SEED ?? SEED) },
  );
  await checkReplay(play);
  expect(play.orders.size).toBeGreaterThan(5);
  expect(play.died).toBeGreaterThan(5);
  await context.close();
}, 120_000);

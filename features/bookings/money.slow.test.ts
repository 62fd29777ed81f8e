import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openMoneyContext } from '../payments/test-money.ts';
import { command, createCast, performCommand } from './test-booking-model.ts';
import { checkEnd, checkReplay, checkStep } from './test-booking-model-invariants.ts';
import type { BookingModelRun } from './test-booking-model-types.ts';

const CONTEXT_COUNT = 10;
const RUN_COUNT = 20;
const STEP_COUNT = 105;
const done: Record<string, number> = {};
let steps = 0;
let crashes = 0;

// One test per context, so that each has enough time on a slow machine.
test.each(Array.from({ length: CONTEXT_COUNT }, (_, index) => index + 1))(
  'balances the ledger after crashes at any step (context %i)',
  async (index) => {
    const context = await openMoneyContext();
    const run: BookingModelRun = { context, cast: await createCast(context), orders: new Set(), crashes: 0, done };
    const seed = process.env.MONEY_SEED ? Number(process.env.MONEY_SEED) : Number(process.env.PROPERTY_SEED) + index;
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: STEP_COUNT, maxLength: STEP_COUNT }), async (commands) => {
        for (const one of commands) {
          await performCommand(run, one);
          await checkStep(run);
          steps += 1;
        }
        await checkEnd(run);
      }),
      { seed, numRuns: RUN_COUNT, endOnFailure: true },
    );
    await checkReplay(run);
    crashes += run.crashes;
    await context.close();
  },
  900_000,
);

test('runs over 20,000 steps with over 1,000 crashes in total', () => {
  console.log(JSON.stringify({ steps, crashes, done }));
  expect(steps).toBeGreaterThanOrEqual(20_000);
  expect(crashes).toBeGreaterThan(1_000);
});

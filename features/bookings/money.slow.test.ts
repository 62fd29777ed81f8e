import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openMoneyContext } from '../payments/test-money.ts';
import { command, createCast, performCommand } from './test-booking-model.ts';
import { checkEnd, checkReplay, checkStep } from './test-booking-model-invariants.ts';
import type { Play } from './test-booking-model-types.ts';

const CONTEXTS = 10;
const RUNS = 20;
const STEPS = 105;
const done: Record<string, number> = {};
let steps = 0;
let died = 0;

// A context each, so that a slow machine has time for every one of them.
test.each(Array.from({ length: CONTEXTS }, (_, index) => index + 1))(
  'context %i: whatever dies between any two steps, the books balance and the processor agrees in the end',
  async (index) => {
    const context = await openMoneyContext();
    const play: Play = { context, cast: await createCast(context), orders: new Set(), died: 0, done };
    const seed = process.env.MONEY_SEED ? Number(process.env.MONEY_SEED) : Date.now() + index;
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: STEPS, maxLength: STEPS }), async (commands) => {
        for (const one of commands) {
          await performCommand(play, one);
          await checkStep(play);
          steps += 1;
        }
        await checkEnd(play);
      }),
      { seed, numRuns: RUNS, endOnFailure: true },
    );
    await checkReplay(play);
    died += play.died;
    await context.close();
  },
  900_000,
);

test('together they took over 20,000 steps and died over 1,000 times', () => {
  console.log(JSON.stringify({ steps, died, done }));
  expect(steps).toBeGreaterThanOrEqual(20_000);
  expect(died).toBeGreaterThan(1_000);
});

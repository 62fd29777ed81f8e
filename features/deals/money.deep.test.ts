import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openMoneyHouse } from './test-money.ts';
import { castOf, command, type Play, perform } from './test-play.ts';
import { checkEnd, checkReplay, checkStep } from './test-play-checks.ts';

const HOUSES = 10;
const RUNS = 20;
const STEPS = 105;

test('over 20,000 steps, deaths between any two of them, the books balance and the processor agrees in the end', async () => {
  let steps = 0;
  let died = 0;
  const done: Record<string, number> = {};
  for (let index = 0; index < HOUSES; index++) {
    const house = await openMoneyHouse();
    const play: Play = { house, cast: await castOf(house), orders: new Set(), died: 0, done };
    const seed = process.env.MONEY_SEED ? Number(process.env.MONEY_SEED) : Date.now() + index;
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: STEPS, maxLength: STEPS }), async (commands) => {
        for (const one of commands) {
          await perform(play, one);
          await checkStep(play);
          steps += 1;
        }
        await checkEnd(play);
      }),
      { seed, numRuns: RUNS, endOnFailure: true },
    );
    await checkReplay(play);
    died += play.died;
    await house.close();
  }
  console.log(JSON.stringify({ steps, died, done }));
  expect(steps).toBeGreaterThanOrEqual(20_000);
  expect(died).toBeGreaterThan(1_000);
}, 900_000);

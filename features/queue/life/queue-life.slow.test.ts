import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { makeAdmin } from '../../moderation/moderation.factory.ts';
import { queueActs } from './test-queue-acts.ts';
import { checkQueue } from './test-queue-checks.ts';
import { openQueueWorld } from './test-queue-world.ts';

/** The full length is `QUEUE_STEPS=20000`. Reproduce a failed run with its `QUEUE_SEED`. */
const STEPS = Number(process.env.QUEUE_STEPS ?? 500);
const SEED = Number(process.env.QUEUE_SEED ?? 3);

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext({ AUTH_LIMITS_DISABLED: 'true' });
});
afterAll(() => context.close());

test('never double-books, drops or wrongly penalizes a player, even after crashes', {
  timeout: 10_800_000,
}, async () => {
  const world = await openQueueWorld(context, SEED);
  const acts = queueActs(world, await makeAdmin(context.deps));
  const total = acts.reduce((sum, [weight]) => sum + weight, 0);
  let seen = await checkQueue(world, new Map());
  for (let step = 0; step < STEPS; step += 1) {
    let at = world.below(total);
    const [, act] = acts.find(([weight]) => {
      at -= weight;
      return at < 0;
    })!;
    await act();
    seen = await checkQueue(world, seen);
  }
  console.log(JSON.stringify({ steps: STEPS, ...world.tally }));
  // Make sure the run was eventful: squads formed, processes died, answers arrived late.
  expect(world.tally.squad).toBeGreaterThan(STEPS / 100);
  expect(world.tally.out).toBeGreaterThan(STEPS / 100);
  expect(world.tally.deaths).toBeGreaterThan(STEPS / 200);
  expect(world.tally['brought along']).toBeGreaterThan(0);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { makeAdmin } from '../../moderation/moderation.factory.ts';
import { createQueueCommands } from './test-queue-commands.ts';
import { checkQueue } from './test-queue-invariants.ts';
import { createQueueModel } from './test-queue-model.ts';

/** Number of simulated steps. Set `QUEUE_STEPS=20000` for a full run and `QUEUE_SEED` to reproduce a failed one. */
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
  const model = await createQueueModel(context, SEED);
  const commands = createQueueCommands(model, await makeAdmin(context.deps));
  const total = commands.reduce((sum, [weight]) => sum + weight, 0);
  let tickets = await checkQueue(model, new Map());
  for (let step = 0; step < STEPS; step += 1) {
    let offset = model.below(total);
    const [, command] = commands.find(([weight]) => {
      offset -= weight;
      return offset < 0;
    })!;
    await command();
    tickets = await checkQueue(model, tickets);
  }
  console.log(JSON.stringify({ steps: STEPS, ...model.tally }));
  // Make sure the run was eventful: squads formed, processes died, answers arrived late.
  expect(model.tally.squad).toBeGreaterThan(STEPS / 100);
  expect(model.tally.out).toBeGreaterThan(STEPS / 100);
  expect(model.tally.crashes).toBeGreaterThan(STEPS / 200);
  expect(model.tally['brought along']).toBeGreaterThan(0);
});

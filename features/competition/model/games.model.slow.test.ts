import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { createModelRun, runCommands } from '../../squads/model/test-model-run.ts';
import { createGameCommands } from './test-game-commands.ts';
import { checkGames, createGameModel } from './test-game-model.ts';

/** Set `GAME_STEPS=20000` for a full run, and `GAME_SEED` to repeat a failed run. */
const STEPS = Number(process.env.GAME_STEPS ?? 250);
const SEED = Number(process.env.GAME_SEED ?? 5);

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext({ AUTH_LIMITS_DISABLED: 'true' });
});
afterAll(() => context.close());

test('lets no game count without an answer by someone else over a long random run with crashes', {
  timeout: 3_600_000,
}, async () => {
  const run = createModelRun(context, SEED);
  const model = await createGameModel(run);
  await runCommands(run, createGameCommands(model), { steps: STEPS, after: () => checkGames(model) });
  console.log(JSON.stringify({ steps: STEPS, ...run.tally }));
  for (const kind of ['confirmed', 'disputed', 'crashed']) expect(run.tally[kind], kind).toBeGreaterThan(0);
});

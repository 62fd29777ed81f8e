import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { endSquad } from '../squads.commands.ts';
import { createInvitationCommands } from './test-invitation-commands.ts';
import { createModelRun, runCommands } from './test-model-run.ts';
import { createRosterCommands } from './test-roster-commands.ts';
import { checkSquad, replaceEndedSquad } from './test-squad-invariants.ts';
import { createSquadModel, getPlayer, listPlayers, updateReadPositions } from './test-squad-model.ts';
import { endModelSquad } from './test-squad-model-changes.ts';
import { createThreadCommands } from './test-thread-commands.ts';
import { checkMessageNumbers, checkPlaces, checkThread } from './test-thread-invariants.ts';

/** Set `THREAD_STEPS=20000` for a full run, and `THREAD_SEED` to repeat a failed run. */
const STEPS = Number(process.env.THREAD_STEPS ?? 500);
const SEED = Number(process.env.THREAD_SEED ?? 7);
const POOL_SIZE = 8;
const FULL_CHECK_EVERY = 100;

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext({ AUTH_LIMITS_DISABLED: 'true' });
});
afterAll(() => context.close());

test('keeps a chat consistent and visible only to its members over a long random run with crashes', {
  timeout: 10_800_000,
}, async () => {
  const run = createModelRun(context, SEED);
  const model = await createSquadModel(run, POOL_SIZE);
  const checkAll = async () => {
    for (const user of listPlayers(model)) {
      await checkThread(model, user);
      await checkSquad(model, user);
    }
    await checkMessageNumbers(model);
  };
  await runCommands(
    run,
    [...createRosterCommands(model), ...createInvitationCommands(model), ...createThreadCommands(model)],
    {
      steps: STEPS,
      after: async (step) => {
        await replaceEndedSquad(model);
        updateReadPositions(model);
        await checkThread(model, run.pick(listPlayers(model))!);
        await checkPlaces(model);
        if (step % FULL_CHECK_EVERY === 0) await checkAll();
      },
    },
  );
  await checkAll();
  await endSquad(run.deps, getPlayer(model, model.squad.captain!), model.squad.id);
  endModelSquad(model);
  await replaceEndedSquad(model);
  console.log(JSON.stringify({ steps: STEPS, crashes: run.crashes(), ...run.tally }));
  expect(run.crashes()).toBeGreaterThan(STEPS / 50);
});

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { endSquad } from '../squads.commands.ts';
import { createInvitationCommands } from './test-invitation-commands.ts';
import { createModelRun, runCommands } from './test-model-run.ts';
import { createRosterCommands } from './test-roster-commands.ts';
import { checkSeats } from './test-seat-invariants.ts';
import { createSessionCommands } from './test-session-commands.ts';
import { checkFeedback, checkSquad, replaceEndedSquad } from './test-squad-invariants.ts';
import { createSquadModel, getPlayer, listPlayers, type SquadModel, updateReadPositions } from './test-squad-model.ts';
import { endModelSquad } from './test-squad-model-changes.ts';
import { createSubstituteCommands } from './test-substitute-commands.ts';
import { createWriteCommand } from './test-thread-commands.ts';
import { checkPlaces, checkThread } from './test-thread-invariants.ts';

/** Set `SESSION_STEPS=20000` for a full run, and `SESSION_SEED` to repeat a failed run. */
const STEPS = Number(process.env.SESSION_STEPS ?? 400);
const SEED = Number(process.env.SESSION_SEED ?? 11);
const POOL_SIZE = 9;
const FULL_CHECK_EVERY = 100;
const COUNT_INTERVAL = 10;

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext({ AUTH_LIMITS_DISABLED: 'true' });
});
afterAll(() => context.close());

async function checkEverything(model: SquadModel): Promise<void> {
  for (const user of listPlayers(model)) {
    await checkSquad(model, user);
    await checkThread(model, user);
  }
  await checkFeedback(model);
}

test('keeps squads and sessions consistent over a long random run with crashes', {
  timeout: 10_800_000,
}, async () => {
  const run = createModelRun(context, SEED);
  const model = await createSquadModel(run, POOL_SIZE);
  const commands = [
    ...createRosterCommands(model),
    ...createInvitationCommands(model),
    ...createSessionCommands(model),
    ...createSubstituteCommands(model),
  ];
  // Count substitutes as they appear, because deleting an account also deletes its sessions.
  const substituteIds = new Set<string>();
  const countSubstitutes = async () => {
    const { rows } = await run.deps.db.execute<{ evening: string }>(sql`
      select session_id || ' ' || user_id as evening
        from squad_stand_ins x join squad_session_feedback f using (session_id, user_id)`);
    for (const { evening } of rows) substituteIds.add(evening);
  };
  await runCommands(run, [...commands, [6, createWriteCommand(model)]], {
    steps: STEPS,
    after: async (step) => {
      await replaceEndedSquad(model);
      updateReadPositions(model);
      await checkSquad(model, run.pick(listPlayers(model))!);
      await checkPlaces(model);
      await checkSeats(model);
      if (step % COUNT_INTERVAL === 0) await countSubstitutes();
      if (step % FULL_CHECK_EVERY === 0) await checkEverything(model);
    },
  });
  await checkEverything(model);
  await endSquad(run.deps, getPlayer(model, model.squad.captain!), model.squad.id);
  endModelSquad(model);
  await replaceEndedSquad(model);
  await countSubstitutes();
  console.log(JSON.stringify({ steps: STEPS, crashes: run.crashes(), ...run.tally }));
  // Check that the run covered crashes, confirmed sessions, feedback and substitutes who played.
  expect(run.crashes()).toBeGreaterThan(STEPS / 50);
  const sessionsWithOffers = [...model.sessions.values()].filter((one) => one.asked && one.asked.size > 0);
  expect(sessionsWithOffers.length).toBeGreaterThan(STEPS / 1000);
  expect(substituteIds.size).toBeGreaterThan(STEPS / 2000);
});

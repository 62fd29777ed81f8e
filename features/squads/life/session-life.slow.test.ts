import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { endSquad } from '../squads.commands.ts';
import { invitationActs } from './test-invitation-acts.ts';
import { beginLife, live } from './test-life.ts';
import { end } from './test-life-changes.ts';
import { getPlayer, openWorld, people, settle, type World } from './test-life-world.ts';
import { rosterActs } from './test-roster-acts.ts';
import { checkSeats } from './test-seat-checks.ts';
import { sessionActs } from './test-session-acts.ts';
import { checkEvenings, checkSquad, goOn } from './test-squad-checks.ts';
import { createSubstituteActs } from './test-substitute-acts.ts';
import { writeAct } from './test-thread-acts.ts';
import { checkPlaces, checkThread } from './test-thread-checks.ts';

/** A full run is `SESSION_STEPS=20000`. To repeat a failed run, set its `SESSION_SEED`. */
const STEPS = Number(process.env.SESSION_STEPS ?? 400);
const SEED = Number(process.env.SESSION_SEED ?? 11);
const POOL = 9;
const WHOLE_CHECK = 100;
const COUNTED = 10;

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext({ AUTH_LIMITS_DISABLED: 'true' });
});
afterAll(() => context.close());

async function checkWhole(world: World): Promise<void> {
  for (const who of people(world)) {
    await checkSquad(world, who);
    await checkThread(world, who);
  }
  await checkEvenings(world);
}

test('keeps squads and sessions consistent over a long random run with crashes', {
  timeout: 10_800_000,
}, async () => {
  const life = beginLife(context, SEED);
  const world = await openWorld(life, POOL);
  const acts = [...rosterActs(world), ...invitationActs(world), ...sessionActs(world), ...createSubstituteActs(world)];
  // Counted as they happen, because deleting an account also deletes its sessions.
  const substituteIds = new Set<string>();
  const countSubstitutes = async () => {
    const { rows } = await life.deps.db.execute<{ evening: string }>(sql`
      select session_id || ' ' || user_id as evening
        from squad_stand_ins x join squad_session_feedback f using (session_id, user_id)`);
    for (const { evening } of rows) substituteIds.add(evening);
  };
  await live(life, [...acts, [6, writeAct(world)]], {
    steps: STEPS,
    after: async (step) => {
      await goOn(world);
      settle(world);
      await checkSquad(world, life.pick(people(world))!);
      await checkPlaces(world);
      await checkSeats(world);
      if (step % COUNTED === 0) await countSubstitutes();
      if (step % WHOLE_CHECK === 0) await checkWhole(world);
    },
  });
  await checkWhole(world);
  await endSquad(life.deps, getPlayer(world, world.squad.captain!), world.squad.id);
  end(world);
  await goOn(world);
  await countSubstitutes();
  console.log(JSON.stringify({ steps: STEPS, deaths: life.deaths(), ...life.tally }));
  // Checks coverage: processes crashed, sessions were confirmed and asked about, and outsiders subbed in.
  expect(life.deaths()).toBeGreaterThan(STEPS / 50);
  const asked = [...world.sessions.values()].filter((one) => one.asked && one.asked.size > 0);
  expect(asked.length).toBeGreaterThan(STEPS / 1000);
  expect(substituteIds.size).toBeGreaterThan(STEPS / 2000);
});

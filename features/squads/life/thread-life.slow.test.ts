import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { endSquad } from '../squads.commands.ts';
import { invitationActs } from './test-invitation-acts.ts';
import { beginLife, live } from './test-life.ts';
import { end } from './test-life-changes.ts';
import { getPlayer, openWorld, people, settle } from './test-life-world.ts';
import { rosterActs } from './test-roster-acts.ts';
import { checkSquad, goOn } from './test-squad-checks.ts';
import { threadActs } from './test-thread-acts.ts';
import { checkNumbers, checkPlaces, checkThread } from './test-thread-checks.ts';

/** A full run is `THREAD_STEPS=20000`. To repeat a failed run, set its `THREAD_SEED`. */
const STEPS = Number(process.env.THREAD_STEPS ?? 500);
const SEED = Number(process.env.THREAD_SEED ?? 7);
const POOL = 8;
const WHOLE_CHECK = 100;

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext({ AUTH_LIMITS_DISABLED: 'true' });
});
afterAll(() => context.close());

test('keeps a chat consistent and visible to its members only over a long random run with crashes', {
  timeout: 10_800_000,
}, async () => {
  const life = beginLife(context, SEED);
  const world = await openWorld(life, POOL);
  const checkAll = async () => {
    for (const who of people(world)) {
      await checkThread(world, who);
      await checkSquad(world, who);
    }
    await checkNumbers(world);
  };
  await live(life, [...rosterActs(world), ...invitationActs(world), ...threadActs(world)], {
    steps: STEPS,
    after: async (step) => {
      await goOn(world);
      settle(world);
      await checkThread(world, life.pick(people(world))!);
      await checkPlaces(world);
      if (step % WHOLE_CHECK === 0) await checkAll();
    },
  });
  await checkAll();
  await endSquad(life.deps, getPlayer(world, world.squad.captain!), world.squad.id);
  end(world);
  await goOn(world);
  console.log(JSON.stringify({ steps: STEPS, deaths: life.deaths(), ...life.tally }));
  expect(life.deaths()).toBeGreaterThan(STEPS / 50);
});

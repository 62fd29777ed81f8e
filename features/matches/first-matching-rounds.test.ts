import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { DAY_MS, MINUTE_MS } from '../../time/units.ts';
import { toActor } from '../accounts/accounts.factory.ts';
import { listOutbox } from '../notifications/notifications.queries.ts';
import { FORMAT_FACTS } from '../profiles/group-formats.schema.ts';
import { publishProfile, saveProfile } from '../profiles/profiles.commands.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import { unpublishProfile } from '../profiles/publication.commands.ts';
import { FIRST_SEARCH_JOB, runFirstSearch } from './first-searches.commands.ts';
import { runMatcherNow } from './matcher-runs/matcher-runs.commands.ts';
import { listMatches, respondToMatch } from './matches.commands.ts';
import { makeFittingFive } from './matches.factory.ts';
import { getWhoFits } from './who-fits.commands.ts';
import { getWhyNoMatch } from './why-no-match.commands.ts';

const NOW = new Date('2026-03-03T12:00:00Z');

describe('first search for a match', () => {
  let context: TestContext;
  beforeAll(async () => {
    context = await openTestContext();
  });
  afterAll(() => context.close());
  beforeEach(async () => {
    await context.deps.db.execute(sql`truncate auth.users cascade`);
    await context.deps.db.execute(sql`truncate matcher_runs, matches cascade`);
    await context.deps.db.execute(sql`delete from auth.rate_limits`);
    context.setNow(NOW);
    context.sent.length = 0;
  });

  const search = (player: Player) => runFirstSearch(context.deps, player.userId);
  const matchesOf = async (player: Player) => (await listMatches(context.deps, toActor(player), undefined)).matches;
  const readReasons = (player: Player) => getWhyNoMatch(context.deps, toActor(player));

  it('starts on publish and is shown as in progress until it ends', async () => {
    const player = await makePlayer(context.deps);
    expect(context.sent).toContainEqual(
      expect.objectContaining({ name: FIRST_SEARCH_JOB, data: { userId: player.userId }, key: player.userId }),
    );
    expect((await readReasons(player)).state).toBe('looking');
    await search(player);
    expect((await readReasons(player)).state).toBe('left_over');
  });

  it('runs at most three times a day, then leaves the player to the next matching round', async () => {
    const player = await makePlayer(context.deps, { languages: ['Walser'] });
    const countJobs = () => context.sent.filter(({ name }) => name === FIRST_SEARCH_JOB).length;
    const publishAgain = async () => {
      await unpublishProfile(context.deps, player);
      await publishProfile(context.deps, player);
    };
    for (let times = 2; times <= 3; times++) {
      await search(player);
      await publishAgain();
      expect([countJobs(), (await readReasons(player)).state]).toEqual([times, 'looking']);
    }
    // The pending search uses the player's current profile.
    await publishAgain();
    expect([countJobs(), (await readReasons(player)).state]).toEqual([3, 'looking']);
    await search(player);
    expect((await readReasons(player)).state).toBe('left_over');
    await publishAgain();
    expect(countJobs()).toBe(3);
    expect(await readReasons(player)).toMatchObject({
      state: 'waiting',
      sentences: [expect.stringContaining("You're in the next matching round")],
    });
    await runMatcherNow(context.deps);
    expect((await readReasons(player)).state).toBe('left_over');
    context.setNow(new Date(NOW.getTime() + DAY_MS + MINUTE_MS));
    await publishAgain();
    expect([countJobs(), (await readReasons(player)).state]).toEqual([4, 'looking']);
  });

  it('is no longer shown as in progress after two minutes', async () => {
    const player = await makePlayer(context.deps);
    context.setNow(new Date(NOW.getTime() + 2 * MINUTE_MS));
    expect((await readReasons(player)).state).toBe('waiting');
  });

  it('proposes a squad when the fifth of five players publishes, and notifies everyone', async () => {
    const players = await makeFittingFive(context.deps, { languages: ['Catalan'] });
    await search(players[4]!);
    const [match] = await matchesOf(players[4]!);
    expect(match).toMatchObject({ type: FORMAT_FACTS.squad.type, status: 'proposed' });
    expect(match!.members.map(({ id }) => id).sort()).toEqual(players.map(({ userId }) => userId).sort());
    expect((await readReasons(players[4]!)).state).toBe('matched');
    for (const { userId } of players) expect(await listOutbox(context.deps.db, userId)).toHaveLength(1);
  });

  it('proposes a pair only once, no matter how often it runs', async () => {
    const one = await makePlayer(context.deps, { role: 'PG' });
    const two = await makePlayer(context.deps, { role: 'C' });
    await search(two);
    await search(two);
    await search(one);
    expect(await matchesOf(one)).toHaveLength(1);
    expect((await matchesOf(two)).map(({ id }) => id)).toEqual((await matchesOf(one)).map(({ id }) => id));
  });

  it('proposes only matches that include the player', async () => {
    const others = await makeFittingFive(context.deps, { languages: ['Welsh'] });
    const player = await makePlayer(context.deps, { languages: ['Breton'] });
    await search(player);
    for (const other of others) expect(await matchesOf(other)).toEqual([]);
    const status = await readReasons(player);
    expect(status).toMatchObject({ state: 'left_over', waiting_runs: 0, last_run_at: null });
    expect(status.sentences).toEqual([
      'No one is a fit for you right now. If not for your languages, 5 more would be a fit.',
      'We’re waiting for new players who are a fit for you.',
    ]);
    expect(await readReasons(player)).toEqual(status);
  });

  it('counts players who already have a match among those who fit', async () => {
    const players = await makeFittingFive(context.deps, { languages: ['Ladin'] });
    await search(players[4]!);
    context.setNow(new Date(NOW.getTime() + MINUTE_MS));
    const latePlayer = await makePlayer(context.deps, { languages: ['Ladin'] });
    const fits = await getWhoFits(context.deps, toActor(latePlayer));
    expect(fits.fitting).toBe(5);
    await search(latePlayer);
    expect(await readReasons(latePlayer)).toMatchObject({
      state: 'left_over',
      last_looked_at: new Date(NOW.getTime() + MINUTE_MS).toISOString(),
      sentences: [
        '5 players are a fit for you, but all of them already have a match. You need 4.',
        'We’re waiting for them to be free again, or for new players.',
      ],
    });
  });

  it('suggests no change when a match is available for the player', async () => {
    const player = await makePlayer(context.deps, { role: 'PG', languages: ['Romansh'] });
    await search(player);
    await makePlayer(context.deps, { role: 'C', languages: ['Romansh'] });
    const status = await readReasons(player);
    expect(status.sentences[0]).toContain('There’s a spot for you now');
    expect(status).toMatchObject({ state: 'waiting', change: null });
  });

  it('updates its explanation after the player followed advice and after a matching round', async () => {
    const [one, two] = [
      await makePlayer(context.deps, { languages: ['Frisian'] }),
      await makePlayer(context.deps, { languages: ['Sorbian'] }),
    ];
    await search(one);
    await search(two);
    expect((await readReasons(one)).state).toBe('left_over');
    context.setNow(new Date(NOW.getTime() + MINUTE_MS));
    await runMatcherNow(context.deps);
    expect(await readReasons(one)).toMatchObject({ state: 'left_over', waiting_runs: 1 });
    await saveProfile(context.deps, one, { ...one.profile, languages: ['Sorbian'] });
    await publishProfile(context.deps, one);
    await search(one);
    expect(await matchesOf(two)).toHaveLength(1);
    expect((await readReasons(one)).state).toBe('matched');
  });

  it('does not change how long a player has been waiting', async () => {
    const player = await makePlayer(context.deps, { languages: ['Ladin'] });
    await runMatcherNow(context.deps);
    await search(player);
    expect(await readReasons(player)).toMatchObject({ state: 'left_over', waiting_runs: 1 });
  });

  it('restores the queue position of the other players when its match ends', async () => {
    const players = await makeFittingFive(context.deps, { languages: ['Faroese'] });
    await search(players[0]!);
    const [match] = await matchesOf(players[0]!);
    await respondToMatch(context.deps, toActor(players[1]!), match!.id, 'decline');
    context.setNow(new Date(NOW.getTime() + 3 * MINUTE_MS));
    expect((await readReasons(players[2]!)).sentences[0]).toContain('ahead of newcomers');
  });

  it('does nothing for players who unpublished or were banned in the meantime', async () => {
    const players = await makeFittingFive(context.deps, { languages: ['Manx'] });
    await unpublishProfile(context.deps, players[0]!);
    await context.deps.db.execute(
      sql`insert into ban_list (user_id, scope, reason) values (${players[1]!.userId}, 'matching', 'Test')`,
    );
    await search(players[0]!);
    await search(players[1]!);
    for (const player of players) expect(await matchesOf(player)).toEqual([]);
    expect((await readReasons(players[0]!)).state).toBe('unpublished');
    expect((await readReasons(players[1]!)).state).toBe('banned');
  });
});

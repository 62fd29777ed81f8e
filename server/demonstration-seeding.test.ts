import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { warriors } from '../content/tournament/warriors.ts';
import { makeAdmin } from '../features/moderation/moderation.factory.ts';
import { reconcileBooks } from '../features/payments/reconcile.commands.ts';
import { createJourneys } from '../features/payments/test-journeys.ts';
import { type MoneyContext, openMoneyContext } from '../features/payments/test-money.ts';
import { getSamplePlayer } from '../features/profiles/player-seeding/player-seeding.factory.ts';
import { DAY_MS } from '../time/units.ts';
import { seedDemoCommunity, seedDemoHistory, seedDemoMarketplace } from './demonstration.ts';

/** The smallest community that gets a week of history. */
const PLAYER_COUNT = 200;

let context: MoneyContext;
let sample: { userId: string };
const { good } = createJourneys(() => context);
const createSignal = () => new AbortController().signal;
const listRows = async <T extends object>(query: ReturnType<typeof sql>) =>
  (await context.deps.db.execute(query)).rows as unknown as T[];

beforeAll(async () => {
  context = await openMoneyContext();
  const { deps } = context;
  deps.env = { ...deps.env, SEED_PLAYERS: PLAYER_COUNT };
  await seedDemoCommunity(deps);
  await seedDemoMarketplace(deps);
  await seedDemoHistory(deps, createSignal());
  sample = await getSamplePlayer(deps);
}, 180_000);
afterAll(() => context.close());

type Card = { id: string; kind: string; stage: string | null; waitsFor: string | null; settledAt: string | null };
type Listed = { stars: number; words: string; author: { name: string } | null; created_at: string };

describe('a seeded demo', () => {
  test('has bookings in every state that real users leave behind', async () => {
    const states = await listRows<{ type: string; status: string; n: number }>(
      sql`select type, status, count(*)::int as n from bookings group by 1, 2`,
    );
    const counts = Object.fromEntries(states.map(({ type, status, n }) => [`${type} ${status}`, n]));
    expect(counts).toEqual({
      'hire held': 1,
      'hire in_progress': 2,
      'hire disputed': 1,
      'hire released': 9,
      'coaching released': 4,
      'coaching scheduled': 2,
    });
  });

  test('gives the sample player one purchase with a game to confirm and one to review', async () => {
    const { orders } = (await good(sample, 'GET', '/api/orders')) as { orders: Card[] };
    expect(orders.map(({ kind, stage }) => `${kind} ${stage}`).sort()).toEqual([
      'coaching scheduled',
      'hire in_progress',
      'hire released',
    ]);
    expect(orders.find(({ stage }) => stage === 'in_progress')).toMatchObject({ waitsFor: 'buyer', settledAt: null });
    const { waiting } = (await good(sample, 'GET', '/api/dashboard')) as { waiting: { kind: string }[] };
    const kinds = waiting.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['booking', 'review', 'proposal', 'applicants']));
  });

  test("has public reviews with different star ratings and buyers' names", async () => {
    const { offers } = await good(undefined, 'GET', '/api/hire/offers');
    const pages = offers.map(({ userId }: { userId: string }) =>
      good(undefined, 'GET', `/api/players/${userId}/reviews`),
    );
    const ofSellers: Listed[] = (await Promise.all(pages)).flatMap(({ reviews }) => reviews);
    const ofCoach: Listed[] = (await good(undefined, 'GET', '/api/coaches/coach-handles/reviews')).reviews;
    expect([ofSellers.length, ofCoach.length]).toEqual([8, 2]);
    expect(new Set(ofSellers.map(({ stars }) => stars)).size).toBeGreaterThanOrEqual(4);
    for (const { words, author, created_at } of [...ofSellers, ...ofCoach]) {
      expect(words).not.toBe('');
      expect(author?.name).toBeTruthy();
      expect(Date.parse(created_at)).toBeLessThan(context.now().getTime());
    }
    const { standings } = await good(undefined, 'GET', '/api/coaches/standings');
    expect(standings.map(({ reviews }: { reviews: number }) => reviews).sort()).toEqual([1, 1, 2]);
  });

  test('has reports in the moderation queue, and an open dispute', async () => {
    const admin = await makeAdmin(context.deps);
    const { items } = await good(admin, 'GET', '/api/admin/queue');
    const about = items.map(({ kind }: { kind: string }) => kind).sort();
    expect(about).toEqual(['player', 'report', 'report', 'review']);
    for (const { created_at } of items) {
      expect(context.now().getTime() - Date.parse(created_at)).toBeLessThan(2 * DAY_MS);
    }
    const [dispute] = await listRows<{ state: string; messages: number }>(sql`
      select state, (select count(*)::int from dispute_messages m where m.dispute_id = d.id) as messages
        from disputes d`);
    expect(dispute).toEqual({ state: 'open', messages: 2 });
  });

  test('has a community ranking with votes, where some ranks are more certain than others', async () => {
    type Standing = { id: string; rank: number; settled: boolean; voters: number; best: number; worst: number };
    const { votes, standings } = (await good(undefined, 'GET', '/api/tournament/ranking')) as {
      votes: number;
      standings: Standing[];
    };
    expect(votes).toBeGreaterThan(100);
    const editorial = new Map(warriors.map(({ id }, index) => [id, index + 1]));
    const settledWarriors = standings.filter((one) => one.settled);
    expect(settledWarriors.filter(({ id, rank }) => rank !== editorial.get(id)).length).toBeGreaterThan(4);
    expect(standings.some(({ voters }) => voters > 0 && voters < 5)).toBe(true);
    const widths = settledWarriors.map(({ best, worst }) => worst - best);
    expect(Math.max(...widths)).toBeGreaterThan(Math.min(...widths));
    const days = await listRows(sql`select distinct day from tournament_votes`);
    expect(days.length).toBeGreaterThanOrEqual(7);
  });

  test('has a week of matching runs, with nothing left open and no penalties', async () => {
    const runs = await listRows<{ age: number; trigger: string }>(sql`
      select extract(epoch from ${context.now().toISOString()}::timestamptz - requested_at)::float8 / 86400 as age, trigger
        from matcher_runs where status = 'done' order by requested_at`);
    expect(runs.map(({ age }) => Math.round(age))).toEqual([7, 5, 3, 0]);
    const [open] = await listRows<{ n: number }>(sql`
      select count(*)::int as n from matches x join matcher_runs r on r.id = x.run_id
       where x.status = 'proposed' and r.trigger = 'schedule'`);
    expect(open!.n).toBe(0);
    expect(await listRows(sql`select * from unreliable_players`)).toEqual([]);
  });

  test('has a week of events for the admin console to chart', async () => {
    const admin = await makeAdmin(context.deps);
    const { days } = (await good(admin, 'GET', '/api/admin/week')) as { days: Record<string, number>[] };
    const countBusyDays = (what: string) => days.filter((day) => day[what]! > 0).length;
    expect(days).toHaveLength(7);
    for (const what of ['players', 'orders', 'games']) expect([what, countBusyDays(what) >= 3]).toEqual([what, true]);
    // The earlier matching runs have few players to choose from and may find no match, depending on the hour at which
    // the demo first starts.
    expect(countBusyDays('matches')).toBeGreaterThanOrEqual(2);
    expect(countBusyDays('listings')).toBeGreaterThanOrEqual(1);
  });

  test("counts games played by squads on their players' pages", async () => {
    const playedIds = await listRows<{ id: string }>(sql`
      select distinct m.user_id as id from squad_members m join squad_sessions s on s.squad_id = m.squad_id
       where s.ends_at < ${context.now().toISOString()}`);
    expect(playedIds.length).toBeGreaterThanOrEqual(4);
    expect(await good(undefined, 'GET', `/api/players/${playedIds[0]!.id}/record`)).toMatchObject({ games: 1 });
  });

  test('offers a squad today to the sample player, who has past matches but no squad', async () => {
    const { matches } = await good(sample, 'GET', '/api/matches');
    expect(matches).toMatchObject([{ type: 'nba2k_squad5', status: 'proposed' }]);
    const pastMatches = await good(sample, 'GET', '/api/matches/past');
    expect(pastMatches.matches.length).toBeGreaterThan(0);
    expect((await good(sample, 'GET', '/api/squads')).squads).toEqual([]);
  });

  test('has books that match the payment provider, and no overdue deadlines', async () => {
    const overdue = await listRows(sql`
      select id from orders where settled_at is null and deadline_at < ${context.now().toISOString()}`);
    expect(overdue).toEqual([]);
    expect(await reconcileBooks(context.deps)).toEqual([]);
  });

  test("has no rows older than their user, and no hires older than the player's offer", async () => {
    const nonEmptyPaths: string[] = [];
    const olderRows: string[] = [];
    for (const { path, person, moment } of await datedColumns()) {
      const [found] = await listRows<{ n: number; older: number }>(sql`
        select count(*)::int as n, count(*) filter (where t.${sql.identifier(moment)} < u.created_at)::int as older
          from ${sql.raw(path)} t join auth.users u on u.id = t.${sql.identifier(person)}
         where t.${sql.identifier(moment)} is not null`);
      if (found!.n > 0) nonEmptyPaths.push(path);
      if (found!.older > 0) olderRows.push(`${path}: ${found!.older} of ${found!.n} by ${person} and ${moment}`);
    }
    expect(olderRows).toEqual([]);
    const hiddenOffers = await listRows(sql`
      select b.id from bookings b join orders o on o.id = b.order_id
       where b.type = 'hire' and not exists (
         select 1 from hire_offers h where h.user_id = b.player_id and h.created_at < o.created_at)`);
    expect(hiddenOffers).toEqual([]);
    expect(nonEmptyPaths).toEqual(
      expect.arrayContaining(['protocol_profiles', 'orders', 'content_flags', 'tournament_votes']),
    );
  });

  test("counts only games that fit a hire's duration and add up to the total on the card", async () => {
    const { offers } = await good(undefined, 'GET', '/api/hire/offers');
    for (const { userId, kept } of offers as { userId: string; kept: { hires: number; games: number } }[]) {
      const hires = await listRows<{ games: number; finished: boolean; hours: number }>(sql`
        select b.completed_games as games, b.status in ('completed', 'released') as finished,
               extract(epoch from (select max(g.seller_confirmed_at) - min(g.seller_confirmed_at)
                                     from booking_games g where g.booking_id = b.id))::float8 / 3600 as hours
          from bookings b where b.player_id = ${userId} and b.type = 'hire'`);
      expect(kept.hires).toBe(hires.filter(({ finished }) => finished).length);
      expect(kept.games).toBe(hires.reduce((sum, { games }) => sum + games, 0));
      for (const { games, finished, hours } of hires) {
        expect(games).toBe(finished ? 7 : Math.min(games, 6));
        // A game takes at least half an hour.
        if (games > 1) expect(hours).toBeGreaterThan((games - 1) * 0.5);
      }
    }
  });

  test('adds nothing when a part of the seeding runs again', async () => {
    const before = await getCounts();
    await seedDemoCommunity(context.deps);
    await seedDemoMarketplace(context.deps);
    await seedDemoHistory(context.deps, createSignal());
    expect(await getCounts()).toEqual(before);
    expect(before.bookings).toBeGreaterThan(0);
  });
});

test('gives a handful of players as much history as possible, and stops when aborted', async () => {
  const small = await openMoneyContext();
  const { deps } = small;
  deps.env = { ...deps.env, SEED_PLAYERS: 5 };
  await seedDemoCommunity(deps);
  await seedDemoMarketplace(deps);
  await seedDemoHistory(deps, AbortSignal.abort());
  const count = async (what: string) =>
    (await deps.db.execute<{ n: number }>(sql`select count(*)::int as n from ${sql.identifier(what)}`)).rows[0]!.n;
  expect([await count('bookings'), await count('tournament_votes')]).toEqual([0, 0]);
  await seedDemoHistory(deps, createSignal());
  // The sample player is the buyer; the other four players are sellers.
  expect(await count('bookings')).toBe(2);
  expect(await count('tournament_votes')).toBeGreaterThan(20);
  await small.close();
});

/** Lists the tables with dated rows that belong to a user: the table, its user column and its timestamp column. */
const datedColumns = () =>
  listRows<{ path: string; person: string; moment: string }>(sql`
    select k.conrelid::regclass::text as path, p.attname as person, m.attname as moment
      from pg_constraint k
      join pg_attribute p on p.attrelid = k.conrelid and p.attnum = k.conkey[1]
      join pg_attribute m on m.attrelid = k.conrelid and m.attnum > 0 and not m.attisdropped
       and m.atttypid = 'timestamptz'::regtype
     where k.contype = 'f' and k.confrelid = 'auth.users'::regclass
     order by 1, 2, 3`);

/** Counts the rows of each table. */
async function getCounts(): Promise<Record<string, number>> {
  const tables = await listRows<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await listRows<{ n: number }>(sql`select count(*)::int as n from ${sql.identifier(name)}`);
    counts[name] = row!.n;
  }
  return counts;
}

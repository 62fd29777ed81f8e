import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { MINUTE_MS } from '../../../time/units.ts';
import { isLooking, isOpen, missing, seatsToOffer } from './test-life-changes.ts';
import { isBlocked, isIn, memberIds, ofSquad, people, type World } from './test-life-world.ts';

const LEAST_MS = 5 * MINUTE_MS;

type Looking = { id: string; pressed: boolean; stopped: boolean; filled: boolean; nobody: boolean; asked: number };

const lookingFor = async ({ life, squad }: World): Promise<Looking[]> => {
  const { rows } = await life.deps.db.execute<Looking>(sql`
    select q.session_id as id, q.pressed, q.stopped_at is not null as stopped, q.filled_at is not null as filled,
           q.nobody_at is not null as nobody,
           (select count(*)::int from squad_stand_ins x where x.session_id = q.session_id and x.state = 'asked') as asked
      from squad_stand_in_searches q where q.squad_id = ${squad.id}`);
  return rows;
};

/**
 * Checks that the job that offers spots forgets none of them after a crash: each has an open offer, or no player fits.
 */
export async function checkOffers(world: World): Promise<void> {
  const rows = await lookingFor(world);
  for (const one of ofSquad(world)) {
    if (one.calledOff || one.start - world.life.now() < LEAST_MS || !one.search || !isLooking(one)) continue;
    const row = rows.find(({ id }) => id === one.id);
    const seats = seatsToOffer(world, one, one.search.pressed);
    if (!row?.nobody) expect(row?.asked, 'one for each seat').toBeGreaterThanOrEqual(seats);
  }
}

/**
 * Checks the offers, the state of the search, and the members' notifications about it, whichever players the ranking
 * chose.
 */
export async function checkSeats(world: World): Promise<void> {
  const { life, squad, sessions } = world;
  type Row = { session_id: string; user_id: string; version: number };
  const { rows } = await life.deps.db.execute<Row>(sql`
    select session_id, user_id, version from squad_stand_ins where state = 'asked' and squad_id = ${squad.id}`);
  for (const { session_id: id, user_id: userId, version } of rows) {
    const one = sessions.get(id)!;
    const asked = rows.filter((row) => row.session_id === id).length;
    if (one.start > life.now()) expect(asked, 'one person a seat').toBeLessThanOrEqual(missing(one));
    const is = [one.calledOff, one.version, isIn(world, userId)];
    expect(is, 'asked for what is').toEqual([false, version, false]);
    expect(
      people(world).some((who) => who.userId === userId),
      'may be asked',
    ).toBe(true);
  }
  const searches = await lookingFor(world);
  const { rows: told } = await life.deps.db.execute<{
    id: string;
    stands: boolean;
    count: number;
    differs: boolean;
  }>(sql`
    select id, told_stands as stands, told_count as count, differs_since is not null as differs
      from squad_sessions where squad_id = ${squad.id}`);
  for (const one of ofSquad(world).filter((each) => isOpen(world, each))) {
    const { stands, count, differs } = one.told;
    const is = { id: one.id, stands, count, differs: differs !== null };
    expect(told.find(({ id }) => id === one.id)).toEqual(is);
    if (one.start <= life.now()) continue;
    const row = searches.find(({ id }) => id === one.id);
    const search = row && { pressed: row.pressed, stopped: row.stopped, filled: row.filled };
    expect(search ?? null, 'how stand-ins are looked for').toEqual(one.search);
    const beside = [...memberIds(world), ...one.guests.keys()];
    for (const id of one.guests.keys()) expect(isBlocked(world, id, beside), 'no block beside a stand-in').toBe(false);
  }
}

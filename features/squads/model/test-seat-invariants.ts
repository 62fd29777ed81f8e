import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { MINUTE_MS } from '../../../time/units.ts';
import {
  isBlocked,
  isInSquad,
  listMemberIds,
  listPlayers,
  listSquadSessions,
  type SquadModel,
} from './test-squad-model.ts';
import { countMissing, countSeatsToOffer, isOpen, isSearching } from './test-squad-model-changes.ts';

const MIN_LEAD_MS = 5 * MINUTE_MS;

type SearchRow = { id: string; pressed: boolean; stopped: boolean; filled: boolean; nobody: boolean; asked: number };

const listSearches = async ({ run, squad }: SquadModel): Promise<SearchRow[]> => {
  const { rows } = await run.deps.db.execute<SearchRow>(sql`
    select q.session_id as id, q.pressed, q.stopped_at is not null as stopped, q.filled_at is not null as filled,
           q.nobody_at is not null as nobody,
           (select count(*)::int from squad_stand_ins x where x.session_id = q.session_id and x.state = 'asked') as asked
      from squad_stand_in_searches q where q.squad_id = ${squad.id}`);
  return rows;
};

/** Checks that the offer job misses no spot after a crash: each has an open offer, or no player fits. */
export async function checkOffers(model: SquadModel): Promise<void> {
  const rows = await listSearches(model);
  for (const one of listSquadSessions(model)) {
    if (one.canceled || one.start - model.run.now() < MIN_LEAD_MS || !one.search || !isSearching(one)) continue;
    const row = rows.find(({ id }) => id === one.id);
    const seats = countSeatsToOffer(model, one, one.search.pressed);
    if (!row?.nobody) expect(row?.asked, 'one for each seat').toBeGreaterThanOrEqual(seats);
  }
}

/** Checks the offers, the search and the members' notifications, whichever players the ranking chose. */
export async function checkSeats(model: SquadModel): Promise<void> {
  const { run, squad, sessions } = model;
  type Row = { session_id: string; user_id: string; version: number };
  const { rows } = await run.deps.db.execute<Row>(sql`
    select session_id, user_id, version from squad_stand_ins where state = 'asked' and squad_id = ${squad.id}`);
  for (const { session_id: id, user_id: userId, version } of rows) {
    const one = sessions.get(id)!;
    const invitedCount = rows.filter((row) => row.session_id === id).length;
    if (one.start > run.now()) expect(invitedCount, 'one person a seat').toBeLessThanOrEqual(countMissing(one));
    const is = [one.canceled, one.version, isInSquad(model, userId)];
    expect(is, 'asked for what is').toEqual([false, version, false]);
    expect(
      listPlayers(model).some((user) => user.userId === userId),
      'may be asked',
    ).toBe(true);
  }
  const searches = await listSearches(model);
  const { rows: notified } = await run.deps.db.execute<{
    id: string;
    isConfirmed: boolean;
    count: number;
    differs: boolean;
  }>(sql`
    select id, told_stands as "isConfirmed", told_count as count, differs_since is not null as differs
      from squad_sessions where squad_id = ${squad.id}`);
  for (const one of listSquadSessions(model).filter((each) => isOpen(model, each))) {
    const { isConfirmed, count, differs } = one.notified;
    const is = { id: one.id, isConfirmed, count, differs: differs !== null };
    expect(notified.find(({ id }) => id === one.id)).toEqual(is);
    if (one.start <= run.now()) continue;
    const row = searches.find(({ id }) => id === one.id);
    const search = row && { pressed: row.pressed, stopped: row.stopped, filled: row.filled };
    expect(search ?? null, 'state of the search').toEqual(one.search);
    const companions = [...listMemberIds(model), ...one.guests.keys()];
    for (const id of one.guests.keys())
      expect(isBlocked(model, id, companions), 'no block beside a substitute').toBe(false);
  }
}

import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Player } from '../../profiles/profiles.factory.ts';
import type { ModelRun } from '../../squads/model/test-model-run.ts';
import { createPlayingSquad, type PlayingSquad } from '../games/test-squads-at-play.ts';

/** Two squads that play each other, and one that plays strangers. */
export type GameModel = { run: ModelRun; squads: PlayingSquad[]; stranger: Player };

export async function createGameModel(run: ModelRun): Promise<GameModel> {
  const [home, away, stranger] = [
    await createPlayingSquad(run.deps),
    await createPlayingSquad(run.deps),
    await createPlayingSquad(run.deps),
  ];
  return { run, squads: [home!, away!], stranger: stranger!.members[0]! };
}

type Row = {
  id: string;
  state: string;
  version: number;
  counts: boolean;
  sides: number;
  reported_by: string;
  reporting_side: number;
  confirmed_by: string | null;
  confirmed_side: number | null;
  last: string;
  evidence: boolean;
  versions: number;
  last_version: number;
};

/** Checks every game against the rules of who may let it count. */
export async function checkGames({ run }: GameModel): Promise<void> {
  const { rows } = await run.deps.db.execute<Row>(sql`
    select g.id, g.state, g.version, g.confirmed_at is not null as counts,
           (select count(*)::int from game_sides s where s.game_id = g.id) as sides,
           r.reported_by, r.side as reporting_side, e.user_id as confirmed_by, e.side as confirmed_side,
           (select kind from game_events l where l.game_id = g.id order by seq desc limit 1) as last,
           exists (select 1 from game_evidence v where v.game_id = g.id and v.side = r.side) as evidence,
           (select count(*)::int from game_results o where o.game_id = g.id) as versions,
           (select max(version)::int from game_results o where o.game_id = g.id) as last_version
      from games g join game_results r on r.game_id = g.id and r.version = g.version
      left join lateral (
        select * from game_events c where c.game_id = g.id and c.kind = 'confirmed' order by seq desc limit 1) e on true`);
  for (const row of rows) checkGame(row);
}

function checkGame(row: Row): void {
  const { id, state, sides } = row;
  expect(row.counts, id).toBe(state === 'confirmed' || state === 'decided');
  expect(row.last_version, id).toBe(row.versions);
  expect(LAST_EVENTS[state], id).toContain(row.last);
  if (state !== 'confirmed') return;
  // No one confirms alone, or for the side that reported the current version.
  if (row.confirmed_side === null) expect([sides, row.evidence], id).toEqual([2, true]);
  else if (sides === 2) expect(row.confirmed_side, id).not.toBe(row.reporting_side);
  else expect(row.confirmed_by, id).not.toBe(row.reported_by);
}

const LAST_EVENTS: Record<string, string[]> = {
  reported: ['reported', 'corrected'],
  confirmed: ['confirmed'],
  disputed: ['disputed'],
  decided: ['decided'],
  void: ['voided'],
};

import { sql } from 'drizzle-orm';
import type { Deps } from '../../../server/deps.ts';
import type { TestContext } from '../../../server/test-deps.ts';
import { makePlayer, type Player } from '../../profiles/profiles.factory.ts';
import { makeLiveSquad } from '../../squads/squads.factory.ts';
import type { Game } from './games.schema.ts';

/** A squad with its captain first, and the session it plays now. */
export type PlayingSquad = { squadId: string; sessionId: string; members: Player[] };

let languages = 0;

/** Creates a squad with a public page that's playing since now. */
export async function createPlayingSquad(deps: Deps, size: 2 | 5 = 2): Promise<PlayingSquad> {
  languages += 1;
  const roles = ['PG', 'C', 'SG', 'SF', 'PF'] as const;
  const members: Player[] = [];
  for (const role of roles.slice(0, size)) {
    members.push(await makePlayer(deps, { role, languages: [`Court ${languages}`] }));
  }
  const { squadId } = await makeLiveSquad(deps, members);
  await deps.db.execute(sql`update squads set page_since = now() where id = ${squadId}`);
  const { rows } = await deps.db.execute<{ id: string }>(
    sql`select id from squad_sessions where squad_id = ${squadId} order by starts_at desc limit 1`,
  );
  return { squadId, sessionId: rows[0]!.id, members };
}

export type Refused = { error: { code: string; message: string; field?: string } };

/** Creates a client of the API about games. */
export function createGameCalls(context: TestContext) {
  async function call<T = Game>(who: Player, method: string, path: string, body?: unknown) {
    const response = await context.app.request(`/api/${path}`, {
      method,
      headers: { Authorization: `Bearer ${who.accessToken}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as T };
  }
  const lineup = (members: readonly Player[]) => ({ players: members.map(({ userId }) => ({ user_id: userId })) });
  const report = <T = Game>(who: Player, squad: PlayingSquad, change: object = {}) =>
    call<T>(who, 'POST', `sessions/${squad.sessionId}/games`, {
      number: 1,
      mode: 'Pro-Am 5v5',
      score: { own: 68, other: 61 },
      lineup: lineup(squad.members),
      ...change,
    });
  return { call, lineup, report };
}

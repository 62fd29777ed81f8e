import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { toActor } from '../accounts/accounts.factory.ts';
import type { Player } from '../profiles/profiles.factory.ts';
import { insertFormedMatch } from './match-groups.queries.ts';
import { respondToMatch } from './matches.commands.ts';
import { makeSquadProposal } from './matches.factory.ts';
import { findMatch } from './matches.queries.ts';
import type { PastMatches } from './matches.schema.ts';
import { queryPastMatches } from './past-matches.queries.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

async function ask<T>(player: Player, method: string, path: string, body?: object) {
  const response = await context.app.request(path, {
    method,
    headers: { Authorization: `Bearer ${player.accessToken}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: (await response.json()) as T };
}
const readPast = async (player: Player, before?: string) =>
  (await ask<PastMatches>(player, 'GET', `/api/matches/past${before ? `?before=${encodeURIComponent(before)}` : ''}`))
    .body;

describe('list of past matches', () => {
  it('shows when and why each match ended, and with whom, but not who declined', async () => {
    const { matchId, members } = await makeSquadProposal(context.deps);
    const [one, two] = members as [Player, Player];
    expect((await readPast(one)).matches).toEqual([]);
    await respondToMatch(context.deps, toActor(two), matchId, 'decline');
    const [pastMatch] = (await readPast(one)).matches;
    expect(pastMatch).toMatchObject({ id: matchId, reason: "A player couldn't make it, so this match is canceled." });
    expect(pastMatch!.others.map(({ id }) => id).sort()).toEqual(
      members
        .slice(1)
        .map(({ userId }) => userId)
        .sort(),
    );
    expect((await readPast(two)).matches).toMatchObject([{ id: matchId, reason: 'You declined it.' }]);
    expect(JSON.stringify(pastMatch)).not.toContain('decline');
  });

  it("lists a match as ended once its time to answer is over, even if that isn't recorded yet", async () => {
    const { matchId, members } = await makeSquadProposal(context.deps);
    const row = (await findMatch(context.deps.db, matchId))!;
    const afterExpiry = new Date(row.expiresAt.getTime() + 1000);
    const rows = await queryPastMatches(context.deps.db, members[0]!.userId, afterExpiry, {
      limit: 5,
      before: undefined,
    });
    expect(rows.map(({ match, endedAt }) => [match.id, endedAt])).toEqual([[matchId, row.expiresAt]]);
  });

  it('pages without gaps or duplicates and excludes blocked players', async () => {
    const { matchId, members } = await makeSquadProposal(context.deps);
    const [one, two] = members as [Player, Player];
    await respondToMatch(context.deps, toActor(one), matchId, 'decline');
    const row = (await findMatch(context.deps.db, matchId))!;
    // All matches share one timestamp, so only their ids determine the order.
    for (let i = 0; i < 12; i++) {
      const secondRow = { ...row, id: crypto.randomUUID() };
      await insertFormedMatch(context.deps.db, secondRow, 'squad', row.createdAt);
    }
    const first = await readPast(one);
    const second = await readPast(one, first.next!);
    expect([first.matches.length, second.matches.length, second.next]).toEqual([10, 3, null]);
    expect(new Set([...first.matches, ...second.matches].map(({ id }) => id)).size).toBe(13);
    expect((await ask(one, 'GET', '/api/matches/past?before=x')).status).toBe(422);
    await ask(two, 'PUT', `/api/profiles/${one.userId}/block`, { kind: 'block' });
    expect((await readPast(one)).matches).toEqual([]);
  });
});

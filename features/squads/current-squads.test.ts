import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { HOUR_MS } from '../../time/units.ts';
import { toActor } from '../accounts/accounts.factory.ts';
import type { OwnLooking } from '../matches/looking/looking.schema.ts';
import { runMatcherNow } from '../matches/matcher-runs/matcher-runs.commands.ts';
import { listMatches, respondToMatch } from '../matches/matches.commands.ts';
import { makeFittingFive, makeSquadProposal } from '../matches/matches.factory.ts';
import * as matchMessages from '../matches/matches.messages.ts';
import type { WhyNot } from '../matches/matches.schema.ts';
import { formParty } from '../matches/parties/parties.commands.ts';
import type { OwnParty } from '../matches/parties/parties.schema.ts';
import { buildPool } from '../matches/pool.commands.ts';
import { blockPlayer } from '../profiles/blocks/blocks.commands.ts';
import type { LookingChoice } from '../profiles/game.schema.ts';
import type { GroupFormat } from '../profiles/group-formats.schema.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import { joinSquadByLink } from './invitations/squad-invitations.commands.ts';
import { endSquad, leaveSquad } from './squads.commands.ts';
import { makeSquad } from './squads.factory.ts';
import type { OwnSquads, SquadRoom } from './squads.schema.ts';
import { offerSessionSeats } from './substitutes/substitute-offers.commands.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext({ AUTH_LIMITS_DISABLED: 'true' });
});
afterAll(() => context.close());

async function ask<T>(player: Player, method: string, path: string, body?: object): Promise<T> {
  const response = await context.app.request(path, {
    method,
    headers: { Authorization: `Bearer ${player.accessToken}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  expect([response.status, text]).toEqual([200, expect.anything()]);
  return JSON.parse(text) as T;
}
const setLooking = (player: Player, kind: GroupFormat, choice: LookingChoice) =>
  ask(player, 'PUT', `/api/profiles/me/looking/${kind}`, { choice });
const listLooking = async (player: Player) => (await ask<OwnLooking>(player, 'GET', '/api/matches/looking')).kinds;
/** Returns the formats that the next matching round considers for a player, and checks that the page shows the same. */
async function listWanted(player: Player): Promise<GroupFormat[]> {
  const { players } = await buildPool(context.deps);
  const found: GroupFormat[] = players.find(({ id }) => id === player.userId)?.wants ?? [];
  expect((await listLooking(player)).flatMap(({ kind, looks }) => (looks ? [kind] : []))).toEqual(found);
  return found;
}
const readReasons = (player: Player) => ask<WhyNot>(player, 'GET', '/api/matches/why-not');
const listProposals = async (player: Player) =>
  (await listMatches(context.deps, toActor(player), undefined)).matches.filter(({ status }) => status === 'proposed');
const leave = (player: Player, squadId: string) => leaveSquad(context.deps, toActor(player), squadId, 'hours');
let groups = 0;
const createLanguage = () => {
  groups += 1;
  return { languages: [`Idiom ${groups}`] };
};
async function makePair(): Promise<[Player, Player]> {
  const languageProfile = createLanguage();
  return [await makePlayer(context.deps, languageProfile), await makePlayer(context.deps, languageProfile)];
}

describe('matching of players who already have a squad', () => {
  it('skips squads of five but still offers pairs to a player in a squad of five', async () => {
    const { matchId, members } = await makeSquadProposal(context.deps);
    for (const member of members) await respondToMatch(context.deps, toActor(member), matchId, 'accept');
    for (const member of members) expect(await listWanted(member)).toEqual(['pair']);
    const { languages } = members[0]!.profile;
    // Four players who need a fifth.
    const four = (await makeFittingFive(context.deps, { languages })).slice(1);
    await context.deps.db.execute(sql`
      update protocol_profiles set published = false
       where languages = ${sql.param(languages)}::text[] and role = 'PG' and id <> ${members[0]!.userId}`);
    await runMatcherNow(context.deps);
    expect((await listProposals(members[0]!)).map(({ type }) => type)).not.toContain('nba2k_squad5');
    expect((await listProposals(four[0]!)).map(({ type }) => type)).not.toContain('nba2k_squad5');
    await context.deps.db.execute(sql`update matches set status = 'expired' where status = 'proposed'`);
    await context.deps.db.execute(sql`update match_members set open = false`);

    await setLooking(members[0]!, 'squad', 'always');
    expect(await listWanted(members[0]!)).toEqual(['squad', 'pair']);
    await runMatcherNow(context.deps);
    const [found] = await listProposals(members[0]!);
    expect(found?.type).toBe('nba2k_squad5');
    expect(found?.member_ids.toSorted()).toEqual([members[0]!, ...four].map(({ userId }) => userId).toSorted());
  });

  it('skips pairs but still offers squads of five to a player in a pair', async () => {
    const two = await makePair();
    await makeSquad(context.deps, two);
    for (const one of two) expect(await listWanted(one)).toEqual(['squad']);
    await runMatcherNow(context.deps);
    expect(await listProposals(two[0])).toEqual([]);
  });

  it('resumes when a player leaves, the squad ends or one player blocks the other', async () => {
    const [one, other] = await makePair();
    const formerSquad = await makeSquad(context.deps, [one, other]);
    await leave(other, formerSquad.squadId);
    expect(await listWanted(other)).toEqual(['squad', 'pair']);
    // A squad of one is ignored, so the player left behind is matched again, too.
    expect(await listWanted(one)).toEqual(['squad', 'pair']);

    const players = await makePair();
    const { squadId } = await makeSquad(context.deps, players);
    await endSquad(context.deps, toActor(players[0]), squadId);
    for (const user of players) expect(await listWanted(user)).toEqual(['squad', 'pair']);

    const formerPair = await makePair();
    await makeSquad(context.deps, formerPair);
    await blockPlayer(context.deps, toActor(formerPair[1]), formerPair[0].userId, 'block');
    for (const user of formerPair) expect(await listWanted(user)).toEqual(['squad', 'pair']);
  });

  it('stays off while the player has another squad, or a squad of five that lost a player', async () => {
    const [one, other] = await makePair();
    const third = await makePlayer(context.deps, { languages: one.profile.languages });
    const first = await makeSquad(context.deps, [one, other]);
    const second = await makeSquad(context.deps, [one, third]);
    await leave(one, first.squadId);
    expect(await listWanted(one)).toEqual(['squad']);
    await leave(one, second.squadId);
    expect(await listWanted(one)).toEqual(['squad', 'pair']);

    const players = await makeFittingFive(context.deps, createLanguage());
    const { squadId } = await makeSquad(context.deps, players);
    await leave(players[4]!, squadId);
    expect(await listWanted(players[4]!)).toEqual(['squad', 'pair']);
    for (const user of players.slice(0, 4)) expect(await listWanted(user)).toEqual(['pair']);
  });

  it("applies the player's own setting and keeps it when they leave the squad", async () => {
    const [one, other] = await makePair();
    const { squadId } = await makeSquad(context.deps, [one, other]);
    await setLooking(one, 'pair', 'never');
    await setLooking(other, 'pair', 'always');
    expect([await listWanted(one), await listWanted(other)]).toEqual([['squad'], ['squad', 'pair']]);
    await leave(one, squadId);
    expect([await listWanted(one), await listWanted(other)]).toEqual([['squad'], ['squad', 'pair']]);
    await setLooking(one, 'pair', 'until_found');
    expect(await listWanted(one)).toEqual(['squad', 'pair']);
  });

  it('turns off once the squad is full, whether spots were filled by a party or by link', async () => {
    const players = await makeFittingFive(context.deps, createLanguage());
    const [leader, second, third, fourth, fifth] = players as [Player, Player, Player, Player, Player];
    const memberIds = [leader, second, third].map(({ userId }) => userId);
    const party = { leaderId: leader.userId, memberIds, reason: matchMessages.partyReady };
    await (await context.deps.db.transaction((tx) => formParty(tx, context.deps, party)))();
    const { squads } = await ask<OwnSquads>(leader, 'GET', '/api/squads');
    const { id } = squads[0]!;
    expect((await ask<OwnParty>(leader, 'GET', '/api/party')).party).toMatchObject({ queues: true });
    expect((await listLooking(leader)).map(({ looks }) => looks)).toEqual([true, true]);
    const { link_path } = await ask<SquadRoom>(leader, 'PUT', `/api/squads/${id}/link`);
    const token = link_path!.split('/').at(-1)!;
    await joinSquadByLink(context.deps, toActor(fourth), token);
    expect(await listWanted(fourth)).toEqual(['squad', 'pair']);
    await joinSquadByLink(context.deps, toActor(fifth), token);
    for (const user of [fourth, fifth]) expect(await listWanted(user)).toEqual(['pair']);
    expect((await listLooking(leader)).map(({ looks }) => looks)).toEqual([false, true]);
    // The members fill an open spot themselves, so the matcher stays off for them.
    await leave(fifth, id);
    expect(await listWanted(fourth)).toEqual(['pair']);
    expect(await listWanted(fifth)).toEqual(['squad', 'pair']);
  });
});

describe("a player who isn't looking for a squad", () => {
  it('sees the reason on the matches page and is left out of every matching round', async () => {
    const [one, other] = await makePair();
    const { squadId } = await makeSquad(context.deps, [one, other]);
    const { name } = await ask<SquadRoom>(one, 'GET', `/api/squads/${squadId}`);
    await setLooking(one, 'squad', 'never');
    expect(await listWanted(one)).toEqual([]);
    const status = await readReasons(one);
    expect(status.state).toBe('not_looking');
    expect(status.sentences).toEqual([
      'You chose not to look for a squad right now.',
      `You're not looking for a pair while you play in ${name}.`,
      "You won't get matches until you start looking again on your matches page or in your profile.",
    ]);
    expect(await listLooking(one)).toEqual([
      { kind: 'squad', looks: false, choice: 'never', squads: [], sentence: status.sentences[0] },
      {
        kind: 'pair',
        looks: false,
        choice: 'until_found',
        squads: [{ id: squadId, name }],
        sentence: status.sentences[1],
      },
    ]);
    await runMatcherNow(context.deps);
    const { rows } = await context.deps.db.execute(sql`select 1 from matcher_left_over where user_id = ${one.userId}`);
    expect(rows).toEqual([]);
    expect((await readReasons(other)).state).not.toBe('not_looking');
  });

  it('keeps their party out of the queue until they look again', async () => {
    const players = await makeFittingFive(context.deps, createLanguage());
    await makeSquad(context.deps, players);
    const { languages } = players[0]!.profile;
    const friends = [await makePlayer(context.deps, { languages }), await makePlayer(context.deps, { languages })];
    const members = [players[0]!, ...friends];
    const party = {
      leaderId: players[0]!.userId,
      memberIds: members.map(({ userId }) => userId),
      reason: matchMessages.partyReady,
    };
    await (await context.deps.db.transaction((tx) => formParty(tx, context.deps, party)))();
    const readCard = async (player: Player) => (await ask<OwnParty>(player, 'GET', '/api/party')).party!;
    const name = players[0]!.profile.display_name;
    expect(await readCard(friends[0]!)).toMatchObject({
      queues: false,
      sentences: [
        `${name} isn't looking for a squad right now. They can change that on their matches page.`,
        "Until then, we'll skip your party so no one gets placed without the others.",
      ],
    });
    expect((await readReasons(friends[0]!)).sentences).toEqual((await readCard(friends[0]!)).sentences);
    expect((await buildPool(context.deps)).players.filter(({ id }) => party.memberIds.includes(id))).toEqual([]);
    await setLooking(players[0]!, 'squad', 'always');
    expect(await readCard(friends[0]!)).toMatchObject({ queues: true });
    expect((await buildPool(context.deps)).players.filter(({ id }) => party.memberIds.includes(id))).toHaveLength(3);
  });

  it("isn't invited to a permanent spot but can sub for one session", async () => {
    const [pg, sg, sf, pf, c] = (await makeFittingFive(context.deps, createLanguage())) as [
      Player,
      Player,
      Player,
      Player,
      Player,
    ];
    // In the order spots are assigned, so that each player gets their own position.
    const players = [pg, c, sg, sf, pf];
    const { languages } = pg.profile;
    const { squadId } = await makeSquad(context.deps, players);
    const captain = pg;
    // The only other power forward has a squad of five.
    const others = await makeFittingFive(context.deps, { languages });
    await makeSquad(context.deps, others);
    const forward = others[3]!;
    await leave(players[4]!, squadId);
    const seek = () =>
      context.app.request(`/api/squads/${squadId}/seek`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${captain.accessToken}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ seat: 'PF' }),
      });
    expect((await seek()).status).toBe(409);

    const { next_sessions } = await ask<SquadRoom>(captain, 'GET', `/api/squads/${squadId}`);
    const starts_at = new Date(Date.parse(next_sessions[0]!.start) + HOUR_MS).toISOString();
    const { sessions } = await ask<SquadRoom>(captain, 'POST', `/api/squads/${squadId}/sessions`, {
      starts_at,
      minutes: 60,
    });
    const { id, version } = sessions[0]!;
    for (const user of players.slice(1, 4)) {
      await ask(user, 'PUT', `/api/squads/${squadId}/sessions/${id}/answer`, { version, answer: 'yes' });
    }
    await ask(captain, 'POST', `/api/squads/${squadId}/sessions/${id}/stand-ins`, { version });
    await offerSessionSeats(context.deps, id);
    const room = await ask<SquadRoom>(captain, 'GET', `/api/squads/${squadId}`);
    const requestIds = room.sessions[0]!.stand_ins.map((one) => one.id);
    expect(requestIds).toHaveLength(1);
    expect(others.map(({ userId }) => userId)).toContain(requestIds[0]);

    await setLooking(forward, 'squad', 'always');
    expect((await seek()).status).toBe(200);
    expect((await ask<SquadRoom>(captain, 'GET', `/api/squads/${squadId}`)).invited.map((one) => one.id)).toEqual([
      forward.userId,
    ]);
  });

  it('sees the setting on the profile and can only change it to a valid value', async () => {
    const [one] = await makePair();
    expect(await ask(one, 'GET', '/api/profiles/me')).toMatchObject({
      looking: { squad: 'until_found', pair: 'until_found' },
    });
    expect(await setLooking(one, 'squad', 'never')).toEqual({ squad: 'never', pair: 'until_found' });
    expect(await ask(one, 'GET', '/api/profiles/me')).toMatchObject({ published: true, looking: { squad: 'never' } });
    // Saving the profile form leaves the setting unchanged.
    await ask(one, 'PUT', '/api/profiles/me', one.profile);
    expect(await ask(one, 'GET', '/api/profiles/me')).toMatchObject({ looking: { squad: 'never' } });
    for (const [kind, choice] of [
      ['team', 'never'],
      ['squad', 'perhaps'],
    ]) {
      const response = await context.app.request(`/api/profiles/me/looking/${kind}`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${one.accessToken}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ choice }),
      });
      expect(response.status).toBe(422);
    }
  });
});

it('migrates existing squads with the date when all their spots were filled', async () => {
  const [one, other] = await makePair();
  const { squadId } = await makeSquad(context.deps, [one, other]);
  const players = await makeFittingFive(context.deps, createLanguage());
  const memberIds = players.slice(0, 3).map(({ userId }) => userId);
  const party = { leaderId: players[0]!.userId, memberIds, reason: matchMessages.partyReady };
  await (await context.deps.db.transaction((tx) => formParty(tx, context.deps, party)))();
  const { squads } = await ask<OwnSquads>(players[0]!, 'GET', '/api/squads');
  const { link_path } = await ask<SquadRoom>(players[0]!, 'PUT', `/api/squads/${squads[0]!.id}/link`);
  const readSince = async () => {
    const { rows } = await context.deps.db.execute<{ id: string; whole_since: string | null }>(sql`
      select id, whole_since::text from squads where id in (${squadId}, ${squads[0]!.id})`);
    return new Map(rows.map(({ id, whole_since }) => [id, whole_since]));
  };
  const migration = readFileSync(new URL('../../db/migrations/0771_whole_squads.sql', import.meta.url), 'utf8');
  const migrate = async () => {
    await context.deps.db.execute(sql`alter table squads drop column whole_since`);
    await context.deps.db.execute(sql.raw(migration));
  };
  const before = await readSince();
  expect([before.get(squadId), before.get(squads[0]!.id)]).toEqual([expect.any(String), null]);
  await migrate();
  expect(await readSince()).toEqual(before);
  for (const user of players.slice(3))
    await joinSquadByLink(context.deps, toActor(user), link_path!.split('/').at(-1)!);
  const after = await readSince();
  expect(after.get(squads[0]!.id)).toEqual(expect.any(String));
  await migrate();
  expect(await readSince()).toEqual(after);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBus } from '../../db/bus.ts';
import { type App, createApp } from '../../server/app.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { type Frame, openLive } from '../live/test-live.ts';
import { makePlayer } from '../profiles/profiles.factory.ts';
import { runMatcherNow } from './matcher-runs/matcher-runs.commands.ts';
import { makeFittingFive, makeSquadProposal } from './matches.factory.ts';
import type { OwnParty } from './parties/parties.schema.ts';

let context: TestContext;
/** A second node on the same database. */
let elsewhere: App;
let bus: Awaited<ReturnType<typeof openBus>>;
beforeAll(async () => {
  context = await openTestContext();
  const { database } = context.deps;
  bus = await openBus(database, getUrl(context));
  elsewhere = createApp({ ...context.deps, bus });
});
afterAll(async () => {
  await bus.close();
  await context.close();
});

const getUrl = ({ deps }: TestContext) => (deps.database as { url?: string | undefined }).url;
const listTopics = ({ event, data }: Frame) =>
  Object.keys(event === 'greeting' ? (data as { topics: object }).topics : data);
const listKinds = (frame: Frame) => listTopics(frame).map((topic) => topic.split(':')[0]);

type Live = Awaited<ReturnType<typeof openLive>>;

/** Reads frames until one names a topic of this kind. */
async function readUntilKind(live: Live, kind: string): Promise<Frame> {
  for (;;) {
    const frame = await live.next();
    if (listKinds(frame).includes(kind) || frame.event === 'end') return frame;
  }
}

const answer = (id: string, token: string, action: string) =>
  context.app.request(`/api/matches/${id}/response`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ action }),
  });

test("sends a member's answer only to the other members, on every node", async () => {
  const { matchId, members } = await makeSquadProposal(context.deps);
  const stranger = await makePlayer(context.deps, { languages: ['None of theirs'] });
  const [friend, other, outsider] = [
    await openLive(elsewhere, members[1]!.accessToken),
    await openLive(context.app, members[2]!.accessToken),
    await openLive(context.app, stranger.accessToken),
  ];
  for (const live of [friend, other]) expect(listTopics(await live.next())).toContain(`match:${matchId}`);
  expect(listKinds(await outsider.next())).toEqual(['person', 'inbox', 'queue']);
  expect((await answer(matchId, members[0]!.accessToken, 'accept')).status).toBe(200);
  for (const live of [friend, other]) expect(listTopics(await live.next())).toEqual([`match:${matchId}`]);
  await context.deps.database.pool.query('select live_raise($1, $2::uuid[])', ['inbox', [stranger.userId]]);
  expect(listKinds(await outsider.next())).toEqual(['inbox']);
  await Promise.all([friend, other, outsider].map((live) => live.close()));
});

test("adds and removes the topics of matches in their members' open streams", async () => {
  const players = await makeFittingFive(context.deps, { languages: ['A language of five'] });
  const live = await openLive(elsewhere, players[0]!.accessToken);
  expect(listKinds(await live.next())).not.toContain('match');
  await runMatcherNow(context.deps);
  const matchEvent = await readUntilKind(live, 'match');
  const topic = listTopics(matchEvent).find((one) => one.startsWith('match:'))!;
  expect((await answer(topic.slice('match:'.length), players[1]!.accessToken, 'decline')).status).toBe(200);
  let last = matchEvent;
  while (last.event !== 'greeting' || listTopics(last).includes(topic)) last = await live.next();
  await live.close();
});

test('sends changes of a party to its members', async () => {
  const [leader, friend] = [await makePlayer(context.deps), await makePlayer(context.deps)];
  const ask = (token: string, path: string) =>
    context.app.request(path, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
  const live = await openLive(context.app, leader.accessToken);
  await live.next();
  const startedParty = (await (await ask(leader.accessToken, '/api/party')).json()) as OwnParty;
  await readUntilKind(live, 'party');
  const link = startedParty.party!.link_path.split('/').at(-1);
  expect((await ask(friend.accessToken, `/api/party/links/${link}`)).status).toBe(200);
  await readUntilKind(live, 'party');
  await live.close();
});

test('sends missed changes after the connection to the message bus was lost', async ({ skip }) => {
  const url = getUrl(context);
  if (!url) return skip();
  const person = await makePlayer(context.deps);
  const live = await openLive(elsewhere, person.accessToken);
  const revOf = (frame: Frame) => (frame.data as { topics: Record<string, number> }).topics[`inbox:${person.userId}`]!;
  const before = revOf(await live.next());
  const { pool } = context.deps.database;
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'listen %' and pid <> pg_backend_pid()`,
  );
  await pool.query('select live_raise($1, $2::uuid[])', ['inbox', [person.userId]]);
  expect(revOf(await live.next())).toBeGreaterThan(before);
  await live.close();
});

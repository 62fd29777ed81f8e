import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Match } from '../features/matches/matches.schema.ts';
import type { OwnParty } from '../features/matches/parties/parties.schema.ts';
import { SAMPLE_SIGN_INS } from '../features/profiles/player-seeding/player-seeding.factory.ts';
import type { QueueState } from '../features/queue/queue.schema.ts';
import type { SquadRoom } from '../features/squads/squads.schema.ts';
import type { ThreadPage } from '../features/threads/threads.schema.ts';
import { listDemoCards } from '../server/demonstration-players.ts';
import { createScratchFolder, type NodeUnderTest, startNode } from './node-under-test.ts';
import { MAX_LINES_PER_HOUR } from './sample-players/sample-conversation.ts';
import { signInAtProvider } from './sample-players/test-sign-in.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of cleanups.splice(0).reverse()) await end();
});

async function startDemonstration(
  variables: Record<string, string> = {},
): Promise<{ node: NodeUnderTest; file: string }> {
  const folder = createScratchFolder();
  cleanups.push(folder.remove);
  const node = await startNode({ DATA_DIR: folder.path, SAMPLE_PLAYERS: 'on', ...variables });
  cleanups.push(() => node.stop());
  return { node, file: join(folder.path, 'sample-players.json') };
}

type Asks = <T>(method: string, path: string, body?: object) => Promise<T>;

/** Signs in to the sample account that's shown at startup, with its password. */
async function samplePerson({ origin }: NodeUnderTest): Promise<Asks> {
  const { email, password } = SAMPLE_SIGN_INS.find(({ who }) => who === 'Published player')!;
  const response = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { access_token } = (await response.json()) as { access_token: string };
  return createAsks(origin, access_token);
}

/** Creates a player who just signed up and published the profile that onboarding suggests. */
async function signInNewPlayer({ origin }: NodeUnderTest, change: object, login = 'new_in_town'): Promise<Asks> {
  const { access_token } = await signInAtProvider(origin, login);
  const ask = createAsks(origin, access_token);
  await ask('POST', '/api/profiles/me/arrival', { timezone: 'Europe/Berlin' });
  const profile = await ask<object>('GET', '/api/profiles/me');
  await ask('PUT', '/api/profiles/me', {
    ...profile,
    ...{ role: 'PG', platform: 'PS5', region: 'EU', languages: ['English'], modes: ['Rec'], psn: login },
    availability: [{ days: ['Fri'], start: '19:00', end: '23:00' }],
    ...change,
  });
  await ask('POST', '/api/profiles/me/publish', {});
  return ask;
}

const createAsks =
  (origin: string, token: string): Asks =>
  async <T>(method: string, path: string, body?: object) => {
    const apiResponse = await fetch(origin + path, {
      method,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!apiResponse.ok) throw new Error(`${method} ${path}: ${apiResponse.status} ${await apiResponse.text()}`);
    return (await apiResponse.json()) as T;
  };

/** Reads a value until it meets the condition, or throws after a time limit. */
async function waitUntil<T>(read: () => Promise<T>, isDone: (value: T) => boolean, seconds: number): Promise<T> {
  for (const latest = Date.now() + seconds * 1_000; ; ) {
    const value = await read();
    if (isDone(value)) return value;
    if (Date.now() > latest) throw new Error(`Not within ${seconds} s: ${JSON.stringify(value).slice(0, 2_000)}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Returns a node's peak memory in MB, or 0 if the system doesn't report it. */
const computePeak = ({ process: { pid } }: NodeUnderTest): number => {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return 0;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))![1]) / 1024;
};

const samples = new Set(listDemoCards({}, 400).map(({ id }) => id));

test('gives a lone player a squad of five, chat replies and confirmed sessions', async () => {
  const { node, file } = await startDemonstration();
  const ask = await samplePerson(node);
  // Everyone this player saw in a match or session, including players who declined and were replaced.
  const seenIds = new Set<string>();
  const listProposals = async () => {
    const { matches } = await ask<{ matches: Match[] }>('GET', '/api/matches');
    for (const match of matches) for (const { id } of listOthers(match)) seenIds.add(id);
    return matches;
  };
  const getSquad = async (ready: (match: Match) => boolean) =>
    (await waitUntil(listProposals, (all) => all.some(ready), 90)).find(ready)!;
  const listOthers = ({ members }: Match) => members.filter((member) => !member.is_you);
  const isSquad = ({ members }: Match) => members.length === 5;
  // Finding a squad and answering it have their own time limits, so that a failure says which one took too long.
  await getSquad(isSquad);
  const proposal = await getSquad((match) => isSquad(match) && listOthers(match).every((one) => one.response));
  expect(listOthers(proposal).map(({ response }) => response)).toEqual(['accept', 'accept', 'accept', 'accept']);
  await ask('POST', `/api/matches/${proposal.id}/response`, { action: 'accept' });
  const { squad_id: squadId } = await getSquad(({ id, squad_id }) => id === proposal.id && squad_id !== null);

  const readThread = () => ask<ThreadPage>('GET', `/api/threads/squad/${squadId}`);
  const greetedThread = await waitUntil(readThread, ({ messages }) => messages.length === 1, 30);
  expect(samples).toContain(greetedThread.messages[0]!.author!.id);
  const sendMessage = (text: string) =>
    ask('POST', `/api/threads/${greetedThread.id}/messages`, { client_id: crypto.randomUUID(), text });
  await sendMessage('Hi! Are you all ready for tonight?');
  const thread = await waitUntil(readThread, ({ messages }) => messages.length === 3, 30);
  expect(samples).toContain(thread.messages[2]!.author!.id);

  const startsAt = new Date(Math.ceil(Date.now() / 300_000) * 300_000 + 600_000).toISOString();
  await ask('POST', `/api/squads/${squadId}/sessions`, { starts_at: startsAt, minutes: 60 });
  const readRoom = async () => {
    const squad = await ask<SquadRoom>('GET', `/api/squads/${squadId}`);
    for (const { answers, stand_ins } of squad.sessions)
      for (const { id } of [...answers, ...stand_ins]) seenIds.add(id);
    return squad;
  };
  const listAnswers = ({ sessions }: SquadRoom) => sessions[0]!.answers.filter(({ id }) => samples.has(id));
  const room = await waitUntil(readRoom, (squad) => listAnswers(squad).every(({ answer }) => answer !== null), 40);
  // One player may decline if there's a sub.
  const goingAnswers = listAnswers(room).filter(({ answer }) => answer === 'yes');
  expect(goingAnswers.length).toBeGreaterThanOrEqual(3);
  const isHere = (squad: SquadRoom) => listAnswers(squad).filter(({ here_at }) => here_at !== null);
  const checkedInSquad = await waitUntil(readRoom, (squad) => isHere(squad).length === goingAnswers.length, 60);
  expect(isHere(checkedInSquad).map(({ id }) => id)).toEqual(goingAnswers.map(({ id }) => id));

  // Many messages don't lead to a flood of replies.
  for (let round = 0; round < 5; round++) {
    await sendMessage('Hey, ready?');
    await new Promise((resolve) => setTimeout(resolve, 12_500));
  }
  const { messages } = await readThread();
  const lines = messages.filter(({ author }) => samples.has(author!.id));
  expect(lines).toHaveLength(MAX_LINES_PER_HOUR);

  // Players invited to a party by a person also become engaged.
  const friend = room.members.find(({ is_you }) => !is_you)!.id;
  await ask('POST', '/api/party/invitations', { user_id: friend });
  const readParty = () => ask<OwnParty>('GET', '/api/party');
  await waitUntil(readParty, (own) => own.party!.invited.length === 0, 40);

  // Only players who interact with people become engaged; matches among sample players stay unanswered.
  const store = JSON.parse(readFileSync(file, 'utf8')) as { engaged: string[] };
  expect(store.engaged).toEqual(expect.arrayContaining(listOthers(proposal).map(({ id }) => id)));
  await Promise.all([readRoom(), listProposals()]);
  expect(store.engaged.filter((id) => !seenIds.has(id))).toEqual([]);
  // Peak memory was 1.26 GB when V8 optimized the embedded database.
  expect(computePeak(node)).toBeLessThan(800);
});

test('fills a squad within two minutes when a lone player presses Play now', async () => {
  const { node } = await startDemonstration();
  const startedAt = Date.now();
  for (const ask of [await signInNewPlayer(node, {}), await samplePerson(node)]) {
    let state = await ask<QueueState>('POST', '/api/queue', { kind: 'now' });
    while (state.outcome?.kind !== 'squad') {
      // Allow two minutes for each of the two players, one after another.
      if (Date.now() - startedAt > 240_000) throw new Error(`No squad: ${JSON.stringify(state)}`);
      const { check } = state;
      if (check && !check.my_answer) {
        const { id, version } = check;
        await ask('POST', `/api/queue/checks/${id}/shown`, { version });
        await ask('POST', `/api/queue/checks/${id}/answer`, { version, answer: 'ready' });
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
      state = await ask<QueueState>('GET', '/api/queue');
    }
    const room = await ask<SquadRoom>('GET', `/api/squads/${state.outcome.squad_id}`);
    expect(room.members.filter(({ id }) => samples.has(id))).toHaveLength(4);
    expect(room.sessions[0]!.answers.every(({ here_at }) => here_at !== null)).toBe(true);
    const { members } = room;
    expect(members).toHaveLength(5);
  }
});

test('proposes a match to every new player with usual availability, and sample players answer it', async () => {
  const { node } = await startDemonstration();
  const profile = { availability: [{ days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'], start: '19:00', end: '23:00' }] };
  const nearHome = { region: 'NA-East', timezone: 'America/New_York' };
  for (const [login, change] of [
    ['first_in_town', nearHome],
    ['second_in_town', nearHome],
    ['third_in_town', { role: 'C' }],
  ] as const) {
    const ask = await signInNewPlayer(node, { ...profile, ...change }, login);
    const listProposals = async () => (await ask<{ matches: Match[] }>('GET', '/api/matches')).matches;
    await waitUntil(listProposals, (all) => all.length > 0, 45);
    const haveAnswered = ({ members }: Match) => members.every(({ id, response }) => !samples.has(id) || response);
    await waitUntil(listProposals, (all) => all.some(haveAnswered), 40);
  }
});

describe('a server without sample players', () => {
  const SOON_MS = 15_000;
  test('starts none when a real key is set, which ends the demo', async () => {
    const { file } = await startDemonstration({ DISCORD_BOT_TOKEN: 'a key' });
    await new Promise((resolve) => setTimeout(resolve, SOON_MS));
    expect(existsSync(file)).toBe(false);
  });

  test("starts none when they're turned off", async () => {
    const { file } = await startDemonstration({ SAMPLE_PLAYERS: 'off' });
    await new Promise((resolve) => setTimeout(resolve, SOON_MS));
    expect(existsSync(file)).toBe(false);
  });
});

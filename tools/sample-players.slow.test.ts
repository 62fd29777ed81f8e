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

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function demonstration(variables: Record<string, string> = {}): Promise<{ node: NodeUnderTest; file: string }> {
  const folder = createScratchFolder();
  ends.push(folder.remove);
  const node = await startNode({ DATA_DIR: folder.path, SAMPLE_PLAYERS: 'on', ...variables });
  ends.push(() => node.stop());
  return { node, file: join(folder.path, 'sample-players.json') };
}

type Asks = <T>(method: string, path: string, body?: object) => Promise<T>;

/** Signs in to the sample account that's shown at startup, with its password. */
async function samplePerson({ origin }: NodeUnderTest): Promise<Asks> {
  const { email, password } = SAMPLE_SIGN_INS.find(({ who }) => who === 'Published player')!;
  const answer = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  return asking(origin, access_token);
}

/** Creates a player who just signed up and published the profile that onboarding suggests. */
async function newcomer({ origin }: NodeUnderTest, change: object, login = 'new_in_town'): Promise<Asks> {
  const { access_token } = await signInAtProvider(origin, login);
  const ask = asking(origin, access_token);
  await ask('POST', '/api/profiles/me/arrival', { timezone: 'Europe/Berlin' });
  const profile = await ask<object>('GET', '/api/profiles/me');
  await ask('PUT', '/api/profiles/me', {
    ...profile,
    ...{ role: 'PG', platform: 'PS5', region: 'EU', languages: ['English'], modes: ['Rec'], discord: login },
    availability: [{ days: ['Fri'], start: '19:00', end: '23:00' }],
    ...change,
  });
  await ask('POST', '/api/profiles/me/publish', {});
  return ask;
}

const asking =
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
async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean, seconds: number): Promise<T> {
  for (const latest = Date.now() + seconds * 1_000; ; ) {
    const value = await read();
    if (holds(value)) return value;
    if (Date.now() > latest) throw new Error(`Not within ${seconds} s: ${JSON.stringify(value).slice(0, 2_000)}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Returns a node's peak memory in MB, or 0 if the system doesn't report it. */
const peakOf = ({ process: { pid } }: NodeUnderTest): number => {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return 0;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))![1]) / 1024;
};

const samples = new Set(listDemoCards({}, 400).map(({ id }) => id));

test('gives a lone player a squad of five, answers in the chat and company in the session', async () => {
  const { node, file } = await demonstration();
  const ask = await samplePerson(node);
  // Everyone this player saw in a match or session, including players who declined and were replaced.
  const met = new Set<string>();
  const proposals = async () => {
    const { matches } = await ask<{ matches: Match[] }>('GET', '/api/matches');
    for (const match of matches) for (const { id } of others(match)) met.add(id);
    return matches;
  };
  const squadOf = async (ready: (match: Match) => boolean) =>
    (await until(proposals, (all) => all.some(ready), 90)).find(ready)!;
  const others = ({ members }: Match) => members.filter((member) => !member.is_you);
  const proposal = await squadOf((match) => match.members.length === 5 && others(match).every((one) => one.response));
  expect(others(proposal).map(({ response }) => response)).toEqual(['accept', 'accept', 'accept', 'accept']);
  await ask('POST', `/api/matches/${proposal.id}/response`, { action: 'accept' });
  const { squad_id: squadId } = await squadOf(({ id, squad_id }) => id === proposal.id && squad_id !== null);

  const thread = () => ask<ThreadPage>('GET', `/api/threads/squad/${squadId}`);
  const greeted = await until(thread, ({ messages }) => messages.length === 1, 30);
  expect(samples).toContain(greeted.messages[0]!.author!.id);
  const sendMessage = (text: string) =>
    ask('POST', `/api/threads/${greeted.id}/messages`, { client_id: crypto.randomUUID(), text });
  await sendMessage('Hi! Are you all ready for tonight?');
  const answered = await until(thread, ({ messages }) => messages.length === 3, 30);
  expect(samples).toContain(answered.messages[2]!.author!.id);

  const startsAt = new Date(Math.ceil(Date.now() / 300_000) * 300_000 + 600_000).toISOString();
  await ask('POST', `/api/squads/${squadId}/sessions`, { starts_at: startsAt, minutes: 60 });
  const room = async () => {
    const squad = await ask<SquadRoom>('GET', `/api/squads/${squadId}`);
    for (const { answers, stand_ins } of squad.sessions) for (const { id } of [...answers, ...stand_ins]) met.add(id);
    return squad;
  };
  const said = ({ sessions }: SquadRoom) => sessions[0]!.answers.filter(({ id }) => samples.has(id));
  const evening = await until(room, (squad) => said(squad).every(({ answer }) => answer !== null), 40);
  // One player may decline if there's a sub.
  const coming = said(evening).filter(({ answer }) => answer === 'yes');
  expect(coming.length).toBeGreaterThanOrEqual(3);
  const isHere = (squad: SquadRoom) => said(squad).filter(({ here_at }) => here_at !== null);
  const came = await until(room, (squad) => isHere(squad).length === coming.length, 60);
  expect(isHere(came).map(({ id }) => id)).toEqual(coming.map(({ id }) => id));

  // Many messages don't lead to a flood of replies.
  for (let round = 0; round < 5; round++) {
    await sendMessage('Hey, ready?');
    await new Promise((resolve) => setTimeout(resolve, 12_500));
  }
  const { messages } = await thread();
  const lines = messages.filter(({ author }) => samples.has(author!.id));
  expect(lines).toHaveLength(MAX_LINES_PER_HOUR);

  // Players invited to a party by a person also become engaged.
  const friend = evening.members.find(({ is_you }) => !is_you)!.id;
  await ask('POST', '/api/party/invitations', { user_id: friend });
  const party = () => ask<OwnParty>('GET', '/api/party');
  await until(party, (own) => own.party!.invited.length === 0, 40);

  // Only players who interact with people become engaged; matches among sample players stay unanswered.
  const kept = JSON.parse(readFileSync(file, 'utf8')) as { engaged: string[] };
  expect(kept.engaged).toEqual(expect.arrayContaining(others(proposal).map(({ id }) => id)));
  await Promise.all([room(), proposals()]);
  expect(kept.engaged.filter((id) => !met.has(id))).toEqual([]);
  // Peak memory was 1.26 GB when V8 optimized the embedded database.
  expect(peakOf(node)).toBeLessThan(800);
});

test('fills a squad within two minutes when a lone player presses Play now', async () => {
  const { node } = await demonstration();
  const began = Date.now();
  for (const ask of [await newcomer(node, {}), await samplePerson(node)]) {
    let state = await ask<QueueState>('POST', '/api/queue', { kind: 'now' });
    while (state.outcome?.kind !== 'squad') {
      // Allow two minutes for each of the two, one after another.
      if (Date.now() - began > 240_000) throw new Error(`No squad: ${JSON.stringify(state)}`);
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
  const { node } = await demonstration();
  const evenings = { availability: [{ days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'], start: '19:00', end: '23:00' }] };
  const nearHome = { region: 'NA-East', timezone: 'America/New_York' };
  for (const [login, change] of [
    ['first_in_town', nearHome],
    ['second_in_town', nearHome],
    ['third_in_town', { role: 'C' }],
  ] as const) {
    const ask = await newcomer(node, { ...evenings, ...change }, login);
    const proposals = async () => (await ask<{ matches: Match[] }>('GET', '/api/matches')).matches;
    await until(proposals, (all) => all.length > 0, 45);
    const haveAnswered = ({ members }: Match) => members.every(({ id, response }) => !samples.has(id) || response);
    await until(proposals, (all) => all.some(haveAnswered), 40);
  }
});

describe('a server without sample players', () => {
  const SOON_MS = 15_000;
  test('starts none when a real key is set, which ends the demo', async () => {
    const { file } = await demonstration({ DISCORD_BOT_TOKEN: 'a key' });
    await new Promise((resolve) => setTimeout(resolve, SOON_MS));
    expect(existsSync(file)).toBe(false);
  });

  test("starts none when they're turned off", async () => {
    const { file } = await demonstration({ SAMPLE_PLAYERS: 'off' });
    await new Promise((resolve) => setTimeout(resolve, SOON_MS));
    expect(existsSync(file)).toBe(false);
  });
});

import { expect } from '@playwright/test';
import type { QueueState } from '../features/queue/queue.schema.ts';
import { callApi, makePublishedPlayer, openLiveStream, type TestAccount } from './server-api.ts';

const ROLES = ['PG', 'SG', 'SF', 'PF', 'C'];

const getFit = (mark: string) => ({
  ...{ region: 'EU', platform: 'PS5', languages: [`Lobby ${mark}`], modes: ['Rec'], overall_rating: 85, mic: true },
  ...{ availability: [{ days: ['Tue', 'Thu'], start: '20:00', end: '23:00' }], timezone: 'Europe/Paris' },
});

/** Creates another player who fits the five. */
export const createSixth = (mark: string, role: string): Promise<TestAccount> =>
  makePublishedPlayer({ ...getFit(mark), role, psn: `six_${mark}`, display_name: `Sixth ${role} ${mark}` });

/** Creates five PlayStation players who match only each other, and the PSN IDs of the first four. */
export async function createFive(): Promise<{ people: TestAccount[]; tags: string[]; mark: string }> {
  const mark = crypto.randomUUID().slice(0, 6);
  const tags = ROLES.map((role) => `rim_${role}_${mark}`);
  const people = await Promise.all(
    ROLES.map((role, index) =>
      makePublishedPlayer({ ...getFit(mark), role, psn: tags[index], display_name: `Live ${role} ${mark}` }),
    ),
  );
  return { people, tags: tags.slice(0, 4), mark };
}

export async function answerReady({ token }: TestAccount): Promise<void> {
  const { check } = await callApi<QueueState>(token, 'GET', '/api/queue');
  await callApi(token, 'POST', `/api/queue/checks/${check!.id}/shown`, { version: check!.version });
  await callApi(token, 'POST', `/api/queue/checks/${check!.id}/answer`, { version: check!.version, answer: 'ready' });
}

/**
 * Adds a player to the live queue and opens a live stream, as an open page does.
 * @returns the controller that closes it
 */
export async function joinQueue({ token }: TestAccount): Promise<AbortController> {
  const stream = await openLiveStream(token);
  await callApi(token, 'POST', '/api/queue', { kind: 'now', with_party: false, any_language: false });
  return stream;
}

/** Brings five players from the queue into a squad. Returns them, the captain first, and the path of their room. */
export async function createLiveSquad(): Promise<{ people: TestAccount[]; mark: string; room: string }> {
  const { people, mark } = await createFive();
  const streams = await Promise.all(people.map(joinQueue));
  const readQueue = ({ token }: TestAccount) => callApi<QueueState>(token, 'GET', '/api/queue');
  await expect.poll(async () => (await readQueue(people[0]!)).check !== null, { timeout: 30_000 }).toBe(true);
  for (const person of people) await answerReady(person);
  const readSquads = () => callApi<{ squads: { id: string }[] }>(people[0]!.token, 'GET', '/api/squads');
  await expect.poll(async () => (await readSquads()).squads.length).toBe(1);
  for (const stream of streams) stream.abort();
  return { people, mark, room: `/protocol/squads/${(await readSquads()).squads[0]!.id}` };
}

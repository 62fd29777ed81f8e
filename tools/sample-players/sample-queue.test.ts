import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { QueueState } from '../../features/queue/queue.schema.ts';
import { listDemoCards } from '../../server/demonstration-players.ts';
import { SampleAgenda } from './sample-agenda.ts';
import { findDecliner } from './sample-choices.ts';
import { getRegionInRotation } from './sample-company.ts';
import type { SampleCrowd } from './sample-crowd.ts';
import { chooseFour, type PlayerCard } from './sample-fit.ts';
import { SampleQueue } from './sample-queue.ts';

const samples = listDemoCards({}, 400);
const person: PlayerCard = {
  ...samples[0]!,
  id: 'person',
  role: 'C',
  flex_positions: [],
  region: 'NA-East',
  platform: 'PS5',
};
const four = chooseFour(samples, [
  { ...person, languages: ['English'], modes: ['Rec', 'Park/City'], crossplay: true },
])!;
const ids = four.map(({ id }) => id);

const emptyState: QueueState = {
  now: '2026-03-02T20:00:00.000Z',
  obstacle: null,
  waits: { now: {} as never, tonight: {} as never },
  party: null,
  beside: [],
  mark: null,
  ticket: null,
  check: null,
  offer: null,
  outcome: null,
};
const createWaiting = (userId: string, change: object = {}): QueueState => ({
  ...emptyState,
  ticket: { id: `ticket of ${userId}`, version: 1, still_until: null, ...change } as never,
});
const POSITIONS = ['PG', 'SG', 'SF', 'PF', 'C'];
const createCheck = (id: string, players: readonly string[], answer: 'ready' | null = null): QueueState => ({
  ...emptyState,
  check: {
    id,
    version: 3,
    my_answer: answer,
    seats: players.map((player, index) => ({
      position: POSITIONS[index]!,
      player: { id: player },
      state: 'asked',
      is_you: false,
    })),
  } as never,
});

let messages: string[];
let states: Map<string, QueueState>;
let agenda: SampleAgenda;
let queue: SampleQueue;
beforeEach(() => {
  vi.useFakeTimers();
  messages = [];
  states = new Map();
  agenda = new SampleAgenda((error) => {
    throw error;
  });
  const crowd: Partial<SampleCrowd> = {
    isSample: (id) => samples.some((card) => card.id === id),
    cards: samples,
    cardOf: (id) => (id === person.id ? person : samples.find((card) => card.id === id)),
    once: (name, seconds, work) => agenda.once(name, seconds, work),
    engage: (userIds) => messages.push(`engaged ${userIds}`),
    setQueued: () => {},
    ask: async <T>(userId: string, method: string, path: string, body?: object) => {
      if (method !== 'GET') messages.push(`${userId} ${path} ${JSON.stringify(body)}`);
      if (path === '/api/queue' && method === 'POST') states.set(userId, createWaiting(userId));
      if (path === '/api/queue/leave') states.set(userId, emptyState);
      return (states.get(userId) ?? emptyState) as T;
    },
  };
  queue = new SampleQueue(crowd as SampleCrowd);
});
afterEach(() => {
  agenda.close();
  vi.useRealTimers();
});

const listAnswers = (id: string) => messages.filter((what) => what.includes(`${id}/answer`));
async function openCheck(id: string, players: readonly string[]): Promise<void> {
  for (const userId of players.filter((one) => one !== person.id)) {
    states.set(userId, createCheck(id, players));
    await queue.refreshState(userId);
  }
}
/** Returns the id of a ready check that one of the four declines, or that all of them accept. */
const checkWith = (declines: boolean) =>
  Array.from({ length: 200 }, (_, index) => `check-${index}`).find(
    (id) => Boolean(findDecliner(id, ids)) === declines,
  )!;

describe('SampleQueue', () => {
  beforeEach(async () => {
    for (const id of ids) await queue.join(id);
    messages = [];
  });

  test('answers a ready check that includes a person, after each player has seen it', async () => {
    const id = checkWith(false);
    await openCheck(id, [...ids, person.id]);
    expect(queue.isAsked(ids)).toBe(true);
    await vi.advanceTimersByTimeAsync(2_500);
    expect(messages.filter((what) => what.includes('/shown'))).toHaveLength(4);
    expect(listAnswers(id)).toEqual([]);
    await vi.advanceTimersByTimeAsync(7_000);
    expect(listAnswers(id).filter((what) => what.includes('"ready"'))).toHaveLength(4);
  });

  test('waits until a replacement is in the queue before declining', async () => {
    const id = checkWith(true);
    await openCheck(id, [...ids, person.id]);
    await vi.advanceTimersByTimeAsync(100);
    const substitute = queue.listActive().find((one) => !ids.includes(one));
    expect(substitute).toBeDefined();
    await vi.advanceTimersByTimeAsync(14_000);
    const declinedAnswers = listAnswers(id).filter((what) => what.includes('not_now'));
    expect(declinedAnswers.map((what) => what.split(' ')[0])).toEqual([findDecliner(id, ids)]);
    // The replacement accepts and brings in no one else.
    const now = [...ids.filter((one) => one !== findDecliner(id, ids)), substitute!, person.id];
    states.set(substitute!, createCheck(id, now));
    await queue.refreshState(substitute!);
    await vi.advanceTimersByTimeAsync(14_000);
    expect(listAnswers(id).at(-1)).toBe(`${substitute} /api/queue/checks/${id}/answer {"version":3,"answer":"ready"}`);
    expect(queue.listActive().filter((one) => !ids.includes(one))).toEqual([substitute]);
  });

  test('ignores ready checks that contain only sample players', async () => {
    await openCheck(checkWith(false), [...ids, samples.find((card) => !ids.includes(card.id))!.id]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(messages).toEqual([]);
  });

  test('sends heartbeats and pauses after a squad is formed', async () => {
    const [first = ''] = ids;
    states.set(first, createWaiting(first, { still_until: '2026-03-02T20:17:00.000Z' }));
    await queue.refreshState(first);
    await queue.refreshState(first);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(messages).toEqual([`${first} /api/queue/still {"ticket_id":"ticket of ${first}","version":1}`]);
    states.set(first, { ...emptyState, outcome: { id: 'new', kind: 'squad', sentence: '', squad_id: 'a', at: '' } });
    await queue.refreshState(first);
    expect(queue.listActive()).not.toContain(first);
    expect(queue.isFree(first)).toBe(false);
    await vi.advanceTimersByTimeAsync(31 * 60_000);
    expect(queue.isFree(first)).toBe(true);
  });
});

test("gives each separate region a turn within two minutes, and the newest person's region the longest", () => {
  const people = ['EU', 'NA-East', 'SA', 'NA-West'].map((region) => ({ ...person, region }));
  const turns = Array.from({ length: 1_400 }, (_, second) => getRegionInRotation(people, second * 1_000));
  for (const [index, place] of turns.slice(0, 1_200).entries()) {
    for (const one of new Set(turns)) expect(turns.slice(index, index + 120), place).toContain(one);
  }
  expect(new Set(turns)).toEqual(new Set(['EU', 'NA-East', 'SA']));
  const share = (place: string) => turns.filter((one) => one === place).length;
  expect(share('EU')).toBeGreaterThan(share('SA'));
  expect(new Set(people.slice(0, 1).map((one) => getRegionInRotation([one], 99_000)))).toEqual(new Set(['EU']));
});

import type { Page } from '@playwright/test';
import type { QueueCheck, QueueState, QueueTicket } from '../features/queue/queue.schema.ts';

const ROLES = ['PG', 'SG', 'SF', 'PF', 'C'];

export const toId = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const createFace = (n: number, display_name: string) => ({ id: toId(n), display_name, avatar_path: null });
const waitRange = {
  low_seconds: 60,
  high_seconds: 180,
  seen: 40,
  sentence: 'Usually 1 to 3 minutes for a center in EU.',
};

export const getState = (more: Partial<QueueState> = {}): QueueState => ({
  now: new Date().toISOString(),
  ...{ obstacle: null, party: null, beside: [], mark: null, ticket: null, check: null, offer: null, outcome: null },
  waits: { now: waitRange, tonight: waitRange },
  ...more,
});
export const getTicket = (more: Partial<QueueTicket> = {}): QueueTicket => ({
  ...{ id: toId(1), version: 1, kind: 'now', window: null, any_language: false, still_until: null },
  ...{ since: inSeconds(-100), members: [createFace(2, 'You')], found: 3, wait: waitRange },
  relaxed: [
    { at: inSeconds(-40), in_force: true, sentence: 'Also squads from 55 of 100, after 1 minute' },
    { at: inSeconds(80), in_force: false, sentence: 'Also players from NA-East, after 3 minutes' },
  ],
  ...more,
});
/** The longest possible reasons. */
const REASONS = [
  'You fill in at PF; the other four play their primary role',
  'Ratings run from 83 (SneakyEngine1024) to 87 (SneakyOG and NebulaBoards)',
  'All five of you play Rec and Park/City',
  'All five of you speak English and have a microphone',
];
export const checkOf = (n: number, more: Partial<QueueCheck> = {}): QueueCheck => ({
  ...{ id: toId(n), version: 1, kind: 'now', my_answer: null, held_until: null, starts_at: null, score: 81 },
  ...{ deadline: inSeconds(28), seconds: 30, reasons: REASONS },
  seats: ROLES.map((position, index) => ({
    ...{ position, player: createFace(10 + index, `Player ${index}`), state: index < 2 ? 'ready' : 'asked' },
    is_you: index === 4,
  })),
  ...more,
});

/** Mocks the queue API: the test sets the user's state, and POST requests are recorded. */
export async function mockQueue(page: Page) {
  const requests: { path: string; body: unknown }[] = [];
  let createState = () => getState();
  let createResponse: ((path: string) => { status: number; json: unknown } | undefined) | undefined;
  await page.route(/\/api\/queue(\/|$)/, async (route) => {
    const path = new URL(route.request().url()).pathname;
    if (route.request().method() === 'POST') requests.push({ path, body: route.request().postDataJSON() });
    const other = route.request().method() === 'POST' ? createResponse?.(path) : undefined;
    await route.fulfill(other ?? { json: createState() });
  });
  return {
    requests,
    answerWith: (next: typeof createResponse) => {
      createResponse = next;
    },
    /** Changes the state and notifies the page as another tab would. */
    become: async (next: () => QueueState) => {
      createState = next;
      await page.evaluate(() => new BroadcastChannel('planet-crew-queue').postMessage('changed'));
    },
  };
}

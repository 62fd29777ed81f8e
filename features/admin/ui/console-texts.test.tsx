import { beforeEach, describe, expect, test, vi } from 'vitest';
import { mockBrowserApi, renderText } from '../../../web/test-page.ts';
import { dismissToast, readToasts } from '../../../web/ui/toast-store.ts';
import type { QueueItem } from '../admin.schema.ts';
import Console from '../pages/console.tsx';
import type { Certificate } from '../run-reports.rules.ts';
import { ActionsTab } from './actions-tab.tsx';
import { runAction, runSystemAction, toBanSubject, undoAction } from './admin-action.ts';
import { FlagCard } from './flag-card.tsx';
import { CertificateView } from './run-certificate.tsx';
import { WeekPanel } from './week-overview.tsx';

vi.mock('../../../web/auth-session.ts', () => ({
  getAccessToken: async () => 'a token',
  forgetSession: async () => {},
  useAuth: () => ({ user: null, isLoading: false }),
}));

const overview = {
  open_flags: 3,
  active_bans: 2,
  total_listings: 1_234,
  total_matches: 56,
  open_appeals: 0,
  open_support: 0,
};
const flag: QueueItem = {
  id: '1',
  kind: 'report',
  reason: 'inappropriate',
  details: 'User reported via LFG interface',
  created_at: '2026-03-03T12:00:00.000Z',
  listing_id: '2',
  message_id: null,
  squad_id: null,
  review_id: null,
  listing_status: 'active',
  title: 'Pay me to play',
  notes: 'Cash only',
  role: 'N/A',
  platform: 'PS5',
  owner_id: '3',
  owner_name: 'Rowdy',
  reporter_id: '4',
  reporter_name: 'Quiet',
  weight: 1,
  reports: 1,
  history: null,
};
const noop = () => {};
const renderCard = (more: Partial<QueueItem> = {}) => (
  <FlagCard
    item={{ ...flag, ...more }}
    current={false}
    selected={false}
    onFocus={noop}
    onToggle={noop}
    onDecide={noop}
    onPlayer={noop}
  />
);

beforeEach(() => {
  for (const { id } of readToasts()) dismissToast(id);
});
const UNTIL = '2026-03-02T12:00:00.000Z';
const listToastTitles = () => readToasts().map(({ title }) => title);

describe('console', () => {
  test('counts open flags, active bans, listings and matches, and has the specified tabs', () => {
    const text = renderText(<Console />, { loaderData: { overview, problem: null } });
    for (const counter of ['Open Flags 3', 'Active Bans 2', 'Total Listings 1,234', 'Total Matches 56'])
      expect(text).toContain(counter);
    expect(text).toMatch(/Queue.*Listings.*Matches.*Payments.*Actions.*Audit.*Health/);
  });

  test('shows Failed to load data when loading fails', () => {
    const text = renderText(<Console />, { loaderData: { overview: null, problem: 'Failed to load data' } });
    expect(text).toContain('Failed to load data');
    expect(text).not.toContain('Open Flags');
  });
});

describe('queue item', () => {
  test('shows all details of a listing, with four buttons', () => {
    const text = renderText(renderCard());
    for (const word of ['Pay me to play', 'Cash only', 'Platform PS5', 'User reported via LFG interface'])
      expect(text).toContain(word);
    expect(text).toMatch(/Inappropriate/i);
    expect(text).toMatch(/Mar 3/);
    expect(text).toMatch(/Dismiss Close Delete Ban User/);
  });

  test('allows deleting a chat message but not a player', () => {
    const about = { listing_id: null, listing_status: null };
    const message = renderText(renderCard({ ...about, kind: 'message', message_id: '5' }));
    expect(message).toMatch(/Dismiss Delete Ban User/);
    expect(renderText(renderCard({ ...about, kind: 'message' }))).toMatch(/Dismiss Ban User/);
    expect(renderText(renderCard({ ...about, kind: 'player' }))).toMatch(/Dismiss Ban User/);
    const page = renderText(renderCard({ ...about, kind: 'squad', squad_id: '6' }));
    expect(page).toMatch(/Dismiss Turn off page Turn off and rename Ban User/);
  });

  test('shows only the owner data that exists, and no role or platform for players and messages', () => {
    const history = {
      ...{ flags_open: 1, flags_upheld: 0, flags_dismissed: 0, bans: 0, bans_now: 0, last_ban: null },
      ...{ appeals_open: 0, appeals_granted: 0, appeals_rejected: 0 },
    };
    const review = { listing_id: null, listing_status: null, platform: 'Unknown' };
    const text = renderText(renderCard({ ...review, kind: 'review', history }));
    expect(text).toContain('Rowdy so far: only this report');
    expect(text).not.toMatch(/N\/A|Unknown| 0 /);
    const existingHistory = { ...history, flags_upheld: 2, bans: 1, last_ban: 'Spam' };
    expect(renderText(renderCard({ history: existingHistory }))).toContain(
      'Rowdy so far: 3 reports (2 upheld, 0 dismissed) · 1 ban (none active), last for “Spam”',
    );
    expect(renderText(renderCard({ history: existingHistory }))).not.toContain('appeal');
  });

  test('offers Ban User only when the listing has an owner', () => {
    expect(renderText(renderCard({ owner_id: null }))).not.toContain('Ban User');
  });
});

describe('run certificate', () => {
  const certificate = {
    ...{ pool: 156, squads: 2, pairs: 3, leftOver: 140, leftOverByReason: { 'no-squad-found': 140 }, total: 187.9 },
    ...{ bound: 190.5, gap: 0.01, squadBound: 2, squadGap: 0, seconds: 2, memoryMb: 446, work: 85, seed: 1 },
    ...{ scores: { mean: 94, lowest: 93, highest: 95, histogram: [], parts: [] }, coverage: [], phases: [] },
    ...{ wait: { byPosition: {}, byRegion: {} }, effort: 'full', weekOf: '2026-11-23', rules: 'default' },
  } as unknown as Certificate;

  test('shows the same number of unmatched players as the list of rounds', () => {
    const text = renderText(<CertificateView certificate={certificate} leftOver={15} />);
    expect(text).toContain('No match in this round 140 players, 15 of them unmatched');
    expect(text.match(/unmatched/gi)).toHaveLength(1);
    expect(text).toContain('No match, by reason');
  });
});

describe('system actions', () => {
  test('include the five from the specification', () => {
    const text = renderText(<ActionsTab onChange={noop} />);
    for (const label of ['Run Matcher Now', 'Rebuild Matches', 'Seed Test Data', 'Test Email', 'Test SMS'])
      expect(text).toContain(label);
    expect(text).toContain('Creates 6 test profiles.');
  });

  test("show the server's message, or that the action completed or failed", async () => {
    mockBrowserApi(() => ({ body: { message: '6 test profiles created' } }));
    expect(await runSystemAction({ action: 'seed_data' }, 'Seed Test Data')).toBe(true);
    mockBrowserApi(() => ({ body: { message: '' } }));
    await runSystemAction({ action: 'seed_data' }, 'Seed Test Data');
    const refusal = { error: { code: 'unavailable', message: 'No mail server is set up.' } };
    mockBrowserApi(() => ({ status: 503, body: refusal }));
    expect(await runSystemAction({ action: 'test_email' }, 'Test Email')).toBe(false);
    expect(listToastTitles()).toEqual([
      '6 test profiles created',
      'Seed Test Data completed',
      'Test Email failed: No mail server is set up.',
    ]);
  });

  test('show the reason and reload the list when they fail', async () => {
    let read = 0;
    const runAgain = () => {
      read += 1;
    };
    mockBrowserApi(() => ({ status: 404, body: { error: { code: 'not_found', message: 'Flag not found.' } } }));
    expect(await runAction({ action: 'dismiss_flag', flagId: '1' }, runAgain)).toBeUndefined();
    mockBrowserApi(() => ({ body: { message: 'Flag dismissed' } }));
    await runAction({ action: 'dismiss_flag', flagId: '1' }, runAgain);
    expect(listToastTitles()).toEqual(['Action failed: Flag not found.', 'Flag dismissed']);
    expect(read).toBe(2);
  });

  test('dismiss the toast and Undo of an earlier action that they supersede', async () => {
    const mockAnswer = (message: string, entry?: string) =>
      mockBrowserApi(() => ({ body: { message, ...(entry ? { undo: { auditIds: [entry], until: UNTIL } } : {}) } }));
    const ban = { action: 'ban_user', userId: 'nova', reason: 'Spam', scope: 'all', days: 30 } as const;
    mockAnswer('User banned', 'first');
    await runAction(ban, noop, { about: [toBanSubject('nova')] });
    mockAnswer('Another one banned', 'second');
    const other = await runAction({ ...ban, userId: 'orbit' }, noop, { about: [toBanSubject('orbit')] });
    mockAnswer('Ban lifted');
    await runAction({ action: 'lift_ban', banId: 'of nova' }, noop, { ends: [toBanSubject('nova')] });
    expect(listToastTitles()).toEqual(['Another one banned', 'Ban lifted']);
    // Undo it with the keyboard shortcut while the toast's button is still visible.
    mockAnswer('Undone');
    await undoAction(other!, noop);
    expect(listToastTitles()).toEqual(['Ban lifted', 'Undone']);
  });
});

test('shows the numbers of each day of the week, or a note when nothing happened', () => {
  const zeroCounts = { players: 0, matches: 0, listings: 0, orders: 0, games: 0 };
  const [before, today] = [
    { ...zeroCounts, day: '2026-03-08', matches: 1_200 },
    { ...zeroCounts, day: '2026-03-09', matches: 34 },
  ];
  const text = renderText(<WeekPanel week={{ zone: 'UTC', days: [before, today] }} />);
  expect(text).toContain('Matches 1,234 total Sun, Mar 8: 1,200 Sun Mon, Mar 9: 34 Mon');
  const quietText = renderText(<WeekPanel week={{ zone: 'UTC', days: [{ ...zeroCounts, day: '2026-03-09' }] }} />);
  expect(quietText).toMatch(/The last seven days No one joined/);
});

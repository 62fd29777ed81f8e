import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createTranslator } from '../../../messages/translator.ts';
import { mockBrowserApi, renderHtml, renderText } from '../../../web/test-page.ts';
import { dismissToast, readToasts } from '../../../web/ui/toast-store.ts';
import { ConnectionCard } from '../../notifications/ui/connection-card.tsx';
import type { Match } from '../matches.schema.ts';
import MatchesPage from '../pages/matches.tsx';
import { answerMatch, MatchActions } from './answer-match.tsx';
import { MatchCard } from './match-card.tsx';

vi.mock('../../../web/auth-session.ts', () => ({
  getAccessToken: async () => 'a token',
  forgetSession: async () => {},
  useAuth: () => ({ user: null, isLoading: false }),
}));

const match = (more: Partial<Match> = {}) =>
  ({
    id: '7',
    type: 'nba2k_squad5',
    score: 82.4,
    status: 'proposed',
    member_ids: [],
    position_coverage: { PG: 1, SG: 1, C: 2 },
    scheduled_overlap_minutes: 380,
    live: false,
    explanation: 'All five are free on Tuesday.\nTheir ratings are close.',
    created_at: '2026-03-03T12:00:00.000Z',
    expires_at: '2026-03-06T12:00:00.000Z',
    parts: [],
    my_response: null,
    members: [],
    week: null,
    next_sessions: [],
    squad_id: null,
    feedback_open: false,
    my_feedback: null,
    ...more,
  }) as Match;
const card = (more?: Partial<Match>) => (
  <MatchCard match={match(more)}>
    <MatchActions match={match(more)} answering={undefined} onAnswer={() => {}} />
  </MatchCard>
);
const page = (matches: Match[]) => ({
  loaderData: { page: { matches, next: null }, why: null, discord: null, party: null },
});

beforeEach(() => {
  for (const { id } of readToasts()) dismissToast(id);
});
const t = createTranslator();
const toasts = () => readToasts().map(({ title }) => title);

describe('match card', () => {
  test('shows score, type, overlap, coverage and reasons, with Accept and Decline buttons', () => {
    const words = renderText(card());
    expect(words).toContain('Score 82/100 Squad5');
    expect(words).toContain('Overlap ≈ 6.33h/wk · Coverage PG:1 · SG:1 · C:2');
    expect(words).toMatch(/Decline Accept/);
    const bullets = [...renderHtml(card()).matchAll(/<li>([^<]*)<\/li>/g)];
    expect(bullets.map(([, text]) => text)).toEqual(['All five are free on Tuesday.', 'Their ratings are close.']);
  });

  test('shows the two strongest reasons and hides the rest until the details open', () => {
    const explanation = 'They are free on Tuesday.\nThey play PG and C.\nTheir ratings are close.';
    const [shown, kept] = renderHtml(card({ explanation })).split('hidden=""');
    expect(shown).toContain('They play PG and C.');
    expect(shown).not.toContain('Their ratings are close.');
    expect(shown).toMatch(/aria-expanded="false"[^>]*>Score 82, players and times/);
    expect(kept).toContain('Their ratings are close.');
    expect(renderHtml(card({ status: 'mutual' }))).not.toContain('hidden=""');
  });

  test('names the time zone of its times', () => {
    const start = '2026-03-04T01:00:00.000Z';
    const spans = { own: [], others: [], common: [] };
    const week = { zone: 'America/New_York', own: '', others: '', common: '', spans };
    const renderUntil = (end: string) => renderText(card({ week, next_sessions: [{ start, end }] }));
    expect(renderUntil('2026-03-04T03:00:00.000Z')).toContain('Tuesday, March 3 8:00–10:00 PM, Eastern time');
    expect(renderUntil('2026-03-04T06:00:00.000Z')).toContain('Tuesday, March 3 8:00 PM–1:00 AM, Eastern time');
  });

  test('keeps both buttons in place after an answer and marks the chosen button as pressed', () => {
    const accepted = renderHtml(card({ my_response: 'accept' }));
    expect(accepted).toMatch(/aria-pressed="false".*aria-pressed="true"[^>]*aria-disabled="true"[^>]*>.*?Accepted</s);
    expect(renderText(card({ my_response: 'accept' }))).toMatch(/Change Accepted/);
    expect(renderText(card({ my_response: 'decline' }))).toMatch(
      /Declined Accept You declined\. We’ll remove it from your list\./,
    );
  });

  test("labels every other type as a Pair and shows a dash when there's no coverage", () => {
    expect(renderText(card({ type: 'anything_else' }))).toContain('Score 82/100 Pair');
    expect(renderText(card({ position_coverage: {} }))).toMatch(/Coverage (–|—|-)/);
  });

  test.each([
    [69.4, '69', false],
    [69.5, '70', true],
    [70, '70', true],
  ])('renders a score of %s as %s, highlighted: %s', (score, shown, highlighted) => {
    const html = renderHtml(card({ score }));
    expect(renderText(card({ score }))).toContain(`Score ${shown}/100`);
    expect(/badge-solid[^>]*data-tone="green"/.test(html)).toBe(highlighted);
    expect(html.includes('data-strong')).toBe(highlighted);
  });
});

describe('matches page', () => {
  test('shows its heading, hint, empty state and support line', () => {
    const words = renderText(<MatchesPage />, page([]));
    expect(words).toContain('Your Matches');
    expect(words).toContain('Accept to connect; mutual accepts trigger intros via Discord DM or webhook.');
    expect(words).toContain('No matches yet. Check back soon or ask an admin to run the matcher.');
    expect(words).toContain('Contact support');
    expect(renderText(<MatchesPage />, page([match()]))).not.toContain('No matches yet');
  });

  test('still renders when the list fails to load', () => {
    const loaderData = { page: null, why: null, discord: null, party: null };
    expect(renderText(<MatchesPage />, { loaderData })).toMatch(/Couldn't load your matches.*Try again/i);
  });
});

describe('Discord card', () => {
  test('shows the connected account and its purpose, or offers to connect', () => {
    const connected = renderText(
      <ConnectionCard
        channel="discord"
        connectionStatus={{ available: true, connected: true, username: 'nova#7', problem: null }}
      />,
    );
    expect(connected).toMatch(/^Discord Connected nova#7 · Receive match notifications via DM/);
    for (const status of [null, { available: true, connected: false, username: null, problem: null }]) {
      const words = renderText(<ConnectionCard channel="discord" connectionStatus={status} />);
      expect(words).toMatch(/^Discord Not Connected .*Connect Discord$/);
    }
  });
});

describe('answering a match', () => {
  const answers = (status: string, notify: number) =>
    mockBrowserApi((path) =>
      path.startsWith('/functions') ? { status: notify } : { body: match({ status: status as 'mutual' }) },
    );

  test('shows Match accepted! and confirms the notification after the last acceptance', async () => {
    const asked = answers('proposed', 200);
    await answerMatch(t, '7', 'accept');
    expect(asked).toEqual(['/api/matches/7/response']);
    answers('mutual', 200);
    await answerMatch(t, '7', 'accept');
    expect(toasts()).toEqual(['Match accepted!', 'Match accepted! Mutual acceptance notification sent.']);
  });

  test('shows only Match accepted! and logs the error when the notification fails', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    answers('mutual', 500);
    await answerMatch(t, '7', 'accept');
    expect(toasts()).toEqual(['Match accepted!']);
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });

  test('shows Match declined and announces that the match leaves the list', async () => {
    answers('declined', 200);
    await answerMatch(t, '7', 'decline');
    expect(readToasts()).toMatchObject([
      { title: 'Match declined', description: 'It will be removed from your list.', tone: 'info' },
    ]);
  });
});

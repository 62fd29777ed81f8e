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
const renderCard = (more?: Partial<Match>) => (
  <MatchCard match={match(more)}>
    <MatchActions match={match(more)} answering={undefined} onAnswer={() => {}} />
  </MatchCard>
);
const createPage = (matches: Match[]) => ({
  loaderData: { page: { matches, next: null }, why: null, discord: null, party: null },
});

beforeEach(() => {
  for (const { id } of readToasts()) dismissToast(id);
});
const t = createTranslator();
const listToastTitles = () => readToasts().map(({ title }) => title);

describe('match card', () => {
  test('shows score, type, overlap, coverage and reasons, with Accept and Decline buttons', () => {
    const pageText = renderText(renderCard());
    expect(pageText).toContain('Score 82/100 Squad5');
    expect(pageText).toContain('Overlap ≈ 6.33h/wk · Coverage PG:1 · SG:1 · C:2');
    expect(pageText).toMatch(/Decline Accept/);
    const bullets = [...renderHtml(renderCard()).matchAll(/<li>([^<]*)<\/li>/g)];
    expect(bullets.map(([, text]) => text)).toEqual(['All five are free on Tuesday.', 'Their ratings are close.']);
  });

  test('shows the two strongest reasons and hides the rest until the details open', () => {
    const explanation = 'They are free on Tuesday.\nThey play PG and C.\nTheir ratings are close.';
    const [shownHtml, collapsedHtml] = renderHtml(renderCard({ explanation })).split('hidden=""');
    expect(shownHtml).toContain('They play PG and C.');
    expect(shownHtml).not.toContain('Their ratings are close.');
    expect(shownHtml).toMatch(/aria-expanded="false"[^>]*>Score and times/);
    expect(collapsedHtml).toContain('Their ratings are close.');
    expect(renderHtml(renderCard({ status: 'mutual' }))).not.toContain('hidden=""');
  });

  test('names the time zone of its times', () => {
    const start = '2026-03-04T01:00:00.000Z';
    const spans = { own: [], others: [], common: [] };
    const week = { zone: 'America/New_York', own: '', others: '', common: '', spans };
    const renderUntil = (end: string) => renderText(renderCard({ week, next_sessions: [{ start, end }] }));
    expect(renderUntil('2026-03-04T03:00:00.000Z')).toContain('Tuesday, March 3 8:00–10:00 PM, Eastern time');
    expect(renderUntil('2026-03-04T06:00:00.000Z')).toContain('Tuesday, March 3 8:00 PM–1:00 AM, Eastern time');
  });

  test('keeps both buttons in place after an answer and marks the chosen button as pressed', () => {
    const acceptedHtml = renderHtml(renderCard({ my_response: 'accept' }));
    expect(acceptedHtml).toMatch(
      /aria-pressed="false".*aria-pressed="true"[^>]*aria-disabled="true"[^>]*>.*?Accepted</s,
    );
    expect(renderText(renderCard({ my_response: 'accept' }))).toMatch(/Change Accepted/);
    expect(renderText(renderCard({ my_response: 'decline' }))).toMatch(
      /Declined Accept You declined\. We’ll remove it from your list\./,
    );
  });

  test("labels every type other than a squad as a Pair and shows a dash when there's no coverage", () => {
    expect(renderText(renderCard({ type: 'anything_else' }))).toContain('Score 82/100 Pair');
    expect(renderText(renderCard({ position_coverage: {} }))).toMatch(/Coverage (–|—|-)/);
  });

  test.each([
    [69.4, '69', false],
    [69.5, '70', true],
    [70, '70', true],
  ])('renders a score of %s as %s, highlighted: %s', (score, formatted, highlightedText) => {
    const html = renderHtml(renderCard({ score }));
    expect(renderText(renderCard({ score }))).toContain(`Score ${formatted}/100`);
    expect(/badge-solid[^>]*data-tone="green"/.test(html)).toBe(highlightedText);
    expect(html.includes('data-strong')).toBe(highlightedText);
  });
});

describe('matches page', () => {
  test('shows its heading, hint, empty state and support line', () => {
    const text = renderText(<MatchesPage />, createPage([]));
    expect(text).toContain('Your Matches');
    expect(text).toContain('Accept to connect; mutual accepts trigger intros via Discord DM or webhook.');
    expect(text).toContain('No matches yet. Check back soon or ask an admin to run the matcher.');
    expect(text).toContain('Contact support');
    expect(renderText(<MatchesPage />, createPage([match()]))).not.toContain('No matches yet');
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
      const text = renderText(<ConnectionCard channel="discord" connectionStatus={status} />);
      expect(text).toMatch(/^Discord Not Connected .*Connect Discord$/);
    }
  });
});

describe('answering a match', () => {
  const mockAnswers = (status: string, notify: number) =>
    mockBrowserApi((path) =>
      path.startsWith('/functions') ? { status: notify } : { body: match({ status: status as 'mutual' }) },
    );

  test('shows Match accepted! and confirms the notification after the last acceptance', async () => {
    const requests = mockAnswers('proposed', 200);
    await answerMatch(t, '7', 'accept');
    expect(requests).toEqual(['/api/matches/7/response']);
    mockAnswers('mutual', 200);
    await answerMatch(t, '7', 'accept');
    expect(listToastTitles()).toEqual(['Match accepted!', 'Match accepted! Mutual acceptance notification sent.']);
  });

  test('shows only Match accepted! and logs the error when the notification fails', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    mockAnswers('mutual', 500);
    await answerMatch(t, '7', 'accept');
    expect(listToastTitles()).toEqual(['Match accepted!']);
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });

  test('shows Match declined and announces that the match leaves the list', async () => {
    mockAnswers('declined', 200);
    await answerMatch(t, '7', 'decline');
    expect(readToasts()).toMatchObject([
      { title: 'Match declined', description: 'It will be removed from your list.', tone: 'info' },
    ]);
  });
});

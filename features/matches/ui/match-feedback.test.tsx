import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { renderHtml } from '../../../web/test-page.ts';
import type { Match, MatchMember } from '../matches.schema.ts';
import { MatchFeedback } from './match-feedback.tsx';
import { ReliabilityPanel } from './reliability-panel.tsx';

const createMember = (id: string, is_you: boolean) => ({ id, display_name: `Player ${id}`, is_you }) as MatchMember;
const match = (more: Partial<Match>) =>
  ({
    id: '7',
    members: [createMember('a', true), createMember('b', false)],
    feedback_open: true,
    my_feedback: null,
    ...more,
  }) as Match;
const renderFeedback = (more: Partial<Match>) => renderToStaticMarkup(<MatchFeedback match={match(more)} />);
const evidence = {
  cause: 'match:m',
  squad: null,
  played_at: '2026-03-02T23:00:00.000Z',
  reports: 3,
  said_absent: 2,
  outcome: 'missed' as const,
  appeal: null,
};
const createReliability = (score: number | null, list: (typeof evidence)[] = []) =>
  renderHtml(<ReliabilityPanel reliability={{ score, evidence: list }} />);

describe('match feedback', () => {
  test('asks only while feedback is open, and only about the other members', () => {
    expect(renderFeedback({ feedback_open: false })).toBe('');
    expect(renderFeedback({})).toContain('Did you play?');
    expect(renderFeedback({})).toContain('Player b');
    expect(renderFeedback({})).not.toContain('Player a');
  });

  test('shows that feedback was given and lets the player change it', () => {
    const answeredHtml = renderFeedback({ my_feedback: { took_place: true, rating: 4, absent_ids: [] } });
    expect(answeredHtml).toContain('You told us how it went');
    expect(answeredHtml).toContain('Change');
  });
});

describe('reliability panel', () => {
  test('shows the evidence and offers to contest no-shows', () => {
    const text = createReliability(67, [evidence]);
    for (const phrase of ['67 out of 100', 'March 2, 2026', 'Counts as a no-show', '3 other players', 'Contest this']) {
      expect(text).toContain(phrase);
    }
    expect(createReliability(100, [{ ...evidence, outcome: 'came' as never }])).not.toContain('Contest this');
    expect(createReliability(67, [{ ...evidence, appeal: { status: 'open', answer: null } as never }])).toContain(
      'A moderator will read your message.',
    );
    expect(createReliability(null)).toContain('No score yet.');
  });
});

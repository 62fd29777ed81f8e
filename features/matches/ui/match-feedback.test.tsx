import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { renderHtml } from '../../../web/test-page.ts';
import type { Match, MatchMember } from '../matches.schema.ts';
import { MatchFeedback } from './match-feedback.tsx';
import { ReliabilityPanel } from './reliability-panel.tsx';

const member = (id: string, is_you: boolean) => ({ id, display_name: `Player ${id}`, is_you }) as MatchMember;
const match = (more: Partial<Match>) =>
  ({
    id: '7',
    members: [member('a', true), member('b', false)],
    feedback_open: true,
    my_feedback: null,
    ...more,
  }) as Match;
const feedback = (more: Partial<Match>) => renderToStaticMarkup(<MatchFeedback match={match(more)} />);
const evidence = {
  cause: 'match:m',
  squad: null,
  played_at: '2026-03-02T23:00:00.000Z',
  reports: 3,
  said_absent: 2,
  outcome: 'missed' as const,
  appeal: null,
};
const reliability = (score: number | null, list: (typeof evidence)[] = []) =>
  renderHtml(<ReliabilityPanel reliability={{ score, evidence: list }} />);

describe('match feedback', () => {
  test('asks only while feedback is open, and only about the other members', () => {
    expect(feedback({ feedback_open: false })).toBe('');
    expect(feedback({})).toContain('Did you play?');
    expect(feedback({})).toContain('Player b');
    expect(feedback({})).not.toContain('Player a');
  });

  test('shows that feedback was given and lets the player change it', () => {
    const answered = feedback({ my_feedback: { took_place: true, rating: 4, absent_ids: [] } });
    expect(answered).toContain('You told us how it went');
    expect(answered).toContain('Change');
  });
});

describe('reliability panel', () => {
  test('shows the evidence and offers to contest no-shows', () => {
    const shown = reliability(67, [evidence]);
    for (const words of ['67 out of 100', 'March 2, 2026', 'Counts as a no-show', '3 other players', 'Contest this']) {
      expect(shown).toContain(words);
    }
    expect(reliability(100, [{ ...evidence, outcome: 'came' as never }])).not.toContain('Contest this');
    expect(reliability(67, [{ ...evidence, appeal: { status: 'open', answer: null } as never }])).toContain(
      'A moderator will read your message.',
    );
    expect(reliability(null)).toContain('No score yet.');
  });
});

import { lazyText, type Translatable } from '../../messages/lazy-text.ts';
import type { Message } from '../../messages/message.ts';
import type { Translator } from '../../messages/translator.ts';
import { addMs } from '../../time/instants.ts';
import { DAY_MS, HOUR_MS } from '../../time/units.ts';
import { sumMinutes } from '../../time/week-spans.ts';
import { POSITIONS } from '../profiles/game.schema.ts';
import { FORMAT_FACTS, formatOfType } from '../profiles/group-formats.schema.ts';
import * as messages from './matches.messages.ts';
import type { Match, MatchEnd, MatchResponse, MatchStatus } from './matches.schema.ts';

/** Hours that members have to answer a proposed match. */
export const ANSWER_HOURS = 72;
/** Days after a match ended before the same group can be proposed again. */
export const COOLDOWN_DAYS = 30;
/** Maximum number of replacements asked in a row for an open seat, before the next run starts from scratch. */
const MAX_REPLACEMENTS = 3;

/** Returns the answer deadline of a match proposed now. */
export const getExpiry = (now: Date) => addMs(now, ANSWER_HOURS * HOUR_MS);
/** Returns the start of the cooldown. Groups whose match ended after that aren't proposed again. */
export const getCooldownStart = (now: Date) => new Date(now.getTime() - COOLDOWN_DAYS * DAY_MS);

/**
 * Returns the members in the order they accepted, but with the leader first. Without a party leader, the first to
 * accept leads.
 * @param leaders party leaders in the match, the leader of the largest party first
 */
export function orderLeadersFirst(acceptedIds: readonly string[], leaders: readonly string[]): string[] {
  const leader = leaders[0] ?? acceptedIds[0];
  return leader ? [leader, ...acceptedIds.filter((id) => id !== leader)] : [];
}

/** Returns the same key for the same people in any order. */
export const createGroupKey = (memberIds: readonly string[]) => [...memberIds].sort().join('+');

export type Answers = Readonly<Record<string, MatchResponse | undefined>>;

/** The parts of a match that the answer rules use. */
export type Proposal = {
  status: MatchStatus;
  endedBy?: MatchEnd | null;
  expiresAt: Date;
  memberIds: readonly string[];
  answers: Answers;
};

/** Reasons why a match that ended without a decline can't be answered. */
const END_REASONS: Partial<Record<MatchEnd, Message>> = {
  withdrawn: messages.endedInfeasible,
  rebuild: messages.endedByRebuild,
  banned: messages.overBanned,
  left: messages.overLeaving,
  parted: messages.overParted,
  unpublished: messages.overUnpublished,
};
const UNANSWERED_REASON = lazyText(messages.overUnanswered, { hours: ANSWER_HOURS });

export type AnswerOutcome =
  | { kind: 'recorded'; status: 'proposed' }
  | { kind: 'recorded'; status: 'mutual' | 'declined' }
  /** The answer is the same as before, so nothing changes. */
  | { kind: 'repeated' }
  | { kind: 'refused'; reason: Translatable };

/**
 * Applies an answer to a match. The last acceptance makes it mutual, and a decline makes it declined. While the match
 * is open, a later answer by the same member overwrites the earlier one.
 */
export function applyAnswer(proposal: Proposal, userId: string, action: MatchResponse, now: Date): AnswerOutcome {
  const before = proposal.answers[userId];
  if (proposal.status === 'mutual') {
    if (action === 'accept') return { kind: 'repeated' };
    return { kind: 'refused', reason: messages.alreadyAcceptedByAll };
  }
  if (proposal.status === 'declined') {
    if (before === 'decline' && action === 'decline') return { kind: 'repeated' };
    return { kind: 'refused', reason: messages.endedByDecline };
  }
  if (proposal.status === 'expired' || now >= proposal.expiresAt) {
    return { kind: 'refused', reason: (proposal.endedBy && END_REASONS[proposal.endedBy]) ?? UNANSWERED_REASON };
  }
  if (action === 'decline') return { kind: 'recorded', status: 'declined' };
  const hasEveryoneAccepted = proposal.memberIds.every((id) => id === userId || proposal.answers[id] === 'accept');
  if (hasEveryoneAccepted) return { kind: 'recorded', status: 'mutual' };
  return before === 'accept' ? { kind: 'repeated' } : { kind: 'recorded', status: 'proposed' };
}

/**
 * Returns whether the open seat of a declined squad is offered to a replacement: another member had accepted, and there
 * haven't been too many attempts.
 */
export function needsReplacement(match: {
  type: string;
  rescueDepth: number;
  answers: Answers;
  carriedIds: readonly string[];
}): boolean {
  if (!FORMAT_FACTS[formatOfType(match.type)].isRefilled || match.rescueDepth >= MAX_REPLACEMENTS) return false;
  const declinedIds = new Set(Object.keys(match.answers).filter((id) => match.answers[id] === 'decline'));
  const remainingIds = [...Object.keys(match.answers), ...match.carriedIds].filter((id) => !declinedIds.has(id));
  return remainingIds.length > 0;
}

/** Returns the score to store, rounded to one decimal. All pages round that value, so they show the same points. */
export const roundStoredScore = (score: number) => Math.round(score * 10) / 10;
/** Returns the rounded points for 'Score N/100'. */
export const roundShownScore = (score: number) => Math.round(score);
const STRONG = 70;
/** Returns whether the badge is highlighted. It uses the displayed points, so that a displayed 70 is always strong. */
export const isStrong = (score: number) => roundShownScore(score) >= STRONG;
/** Returns the badge text of a match. */
export const getTypeLabel = (type: string) => FORMAT_FACTS[formatOfType(type)].badge;

/**
 * Returns the minutes that a match's members share in a week, as shown on its card. Uses the displayed week if the
 * viewer has one. Null for a live squad, which agreed on one session instead.
 */
export function getSharedMinutes(match: Pick<Match, 'live' | 'week' | 'scheduled_overlap_minutes'>): number | null {
  if (match.live) return null;
  // Nodes that run the previous version send no spans.
  return match.week?.spans ? sumMinutes(match.week.spans.common) : match.scheduled_overlap_minutes;
}

/** Display order of positions, from point guard to center. Anything else comes last. */
const POSITION_ORDER: readonly string[] = [...POSITIONS, ''];

/** Converts minutes to hours, exact to the quarter hour like in the reasons next to it. */
const toHours = (minutes: number) => Number((minutes / 60).toFixed(2));

/**
 * Formats 'Overlap ≈ 6h/wk · Coverage PG:1 · SG:1', with a dash when no position is covered.
 * @param minutes shared minutes per week; null for a live squad, which agreed on one session instead
 */
export function formatSummary(t: Translator, minutes: number | null, coverage: Record<string, number>): string {
  const order = (position: string) =>
    (POSITION_ORDER.indexOf(position) + POSITION_ORDER.length) % POSITION_ORDER.length;
  const pairs = Object.entries(coverage)
    .sort(([a], [b]) => order(a) - order(b))
    .map(([position, count]) => `${position}:${count}`);
  const coverageTexts = { coverage: pairs.join(' · ') || '—' };
  if (minutes === null) return t(messages.summaryLive, coverageTexts);
  return t(messages.summary, { ...coverageTexts, hours: toHours(minutes) });
}

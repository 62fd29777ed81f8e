import { addMs } from '../../time/instants.ts';
import { DAY_MS, HOUR_MS } from '../../time/units.ts';
import { minutesIn } from '../../time/week-spans.ts';
import { type Match, type MatchEnd, type MatchResponse, type MatchStatus, SQUAD } from './matches.schema.ts';

/** Hours in which every member may answer a proposal. */
export const ANSWER_HOURS = 72;
/** Days in which the same people are not proposed to each other again after their proposal ended. */
export const COOLDOWN_DAYS = 30;
/** How often in a row a missing seat is offered to a substitute before the next run starts over. */
const MAX_REPLACEMENTS = 3;

export const NOT_FOUND = 'Match not found or you do not have access';
export const NOT_A_MEMBER = 'You are not a member of this match';

/** When a proposal made now ends unanswered. */
export const getExpiry = (now: Date) => addMs(now, ANSWER_HOURS * HOUR_MS);
/** Groups whose proposal ended after this instant are not proposed again. */
export const cooldownSince = (now: Date) => new Date(now.getTime() - COOLDOWN_DAYS * DAY_MS);

/**
 * Members in the order in which they accepted, with who leads them first.
 * @param leaders who leads a party in the match, that of the largest party first
 */
export function orderLeadersFirst(accepted: readonly string[], leaders: readonly string[]): string[] {
  const leader = leaders[0] ?? accepted[0];
  return leader ? [leader, ...accepted.filter((id) => id !== leader)] : [];
}

/** The same people always give the same key, whatever their order. */
export const groupKeyOf = (memberIds: readonly string[]) => [...memberIds].sort().join('+');

/** What a member can be proposed for once at a time. */
export const kindOf = (type: string): 'squad' | 'pair' => (type === SQUAD ? 'squad' : 'pair');

export type Answers = Readonly<Record<string, MatchResponse | undefined>>;

/** A proposal as its transitions see it. */
export type Proposal = {
  status: MatchStatus;
  endedBy?: MatchEnd | null;
  expiresAt: Date;
  memberIds: readonly string[];
  answers: Answers;
};

/** Why a proposal that nobody declined has ended, as the end of a sentence. */
const END_REASONS: Partial<Record<MatchEnd, string>> = {
  withdrawn: 'it could not take place as proposed',
  rebuild: 'the matcher made new proposals for everybody',
  banned: 'a moderator took a member out of matches',
  left: 'a member is leaving Planet Crew',
  parted: 'a member could not make it',
  unpublished: 'a member has withdrawn their profile',
};
const UNANSWERED_REASON = `not everybody answered within ${ANSWER_HOURS} hours`;

export type AnswerOutcome =
  | { kind: 'recorded'; status: 'proposed' }
  | { kind: 'recorded'; status: 'mutual' | 'declined' }
  /** The same answer as before: nothing changes. */
  | { kind: 'repeated' }
  | { kind: 'refused'; sentence: string };

/**
 * What an answer does to a proposal: proposed → mutual when it is the last acceptance, → declined when it is a
 * decline. A later answer of the same member overwrites the earlier one while the proposal is open.
 */
export function applyAnswer(proposal: Proposal, userId: string, action: MatchResponse, now: Date): AnswerOutcome {
  const before = proposal.answers[userId];
  if (proposal.status === 'mutual') {
    if (action === 'accept') return { kind: 'repeated' };
    return {
      kind: 'refused',
      sentence: 'Everyone has accepted this match already. Tell your squad if you cannot play.',
    };
  }
  if (proposal.status === 'declined') {
    if (before === 'decline' && action === 'decline') return { kind: 'repeated' };
    return { kind: 'refused', sentence: 'This match has ended: a member declined it. You are free for new ones.' };
  }
  if (proposal.status === 'expired' || now >= proposal.expiresAt) {
    const why = (proposal.endedBy && END_REASONS[proposal.endedBy]) ?? UNANSWERED_REASON;
    return { kind: 'refused', sentence: `This match has ended: ${why}.` };
  }
  if (action === 'decline') return { kind: 'recorded', status: 'declined' };
  const everybody = proposal.memberIds.every((id) => id === userId || proposal.answers[id] === 'accept');
  if (everybody) return { kind: 'recorded', status: 'mutual' };
  return before === 'accept' ? { kind: 'repeated' } : { kind: 'recorded', status: 'proposed' };
}

/**
 * Whether the missing seat of a declined squad is offered to a substitute: somebody else had accepted, and it was not
 * tried too often already.
 */
export function needsReplacement(match: {
  type: string;
  rescueDepth: number;
  answers: Answers;
  carriedIds: readonly string[];
}): boolean {
  if (match.type !== SQUAD || match.rescueDepth >= MAX_REPLACEMENTS) return false;
  const declined = new Set(Object.keys(match.answers).filter((id) => match.answers[id] === 'decline'));
  const willing = [...Object.keys(match.answers), ...match.carriedIds].filter((id) => !declined.has(id));
  return willing.length > 0;
}

/** The score as stored, to one decimal. Rounding the stored value again gives every page the same whole points. */
export const storedScore = (score: number) => Math.round(score * 10) / 10;
/** 'Score N/100' shows whole points. */
export const shownScore = (score: number) => Math.round(score);
const STRONG = 70;
/** Whether the badge is highlighted; judged by what people read, so that a 70 is a 70. */
export const isStrong = (score: number) => shownScore(score) >= STRONG;
/** How many players a match of a type has. */
export const sizeOfType = (type: string): 2 | 5 => (type === SQUAD ? 5 : 2);
/** The badge of a match. */
export const typeLabel = (type: string) => (type === SQUAD ? 'Squad5' : 'Pair');

/**
 * Minutes that a match's members share in a week, as its card says them: those of the drawn week where the viewer has one.
 * Null for a live squad, which agreed on one session instead.
 */
export function sharedMinutes(match: Pick<Match, 'live' | 'week' | 'scheduled_overlap_minutes'>): number | null {
  if (match.live) return null;
  // A node of the previous version says no spans.
  return match.week?.spans ? minutesIn(match.week.spans.common) : match.scheduled_overlap_minutes;
}

/** From the point guard to the center; what is none of them comes last. */
const POSITION_ORDER = ['PG', 'SG', 'SF', 'PF', 'C', ''];

/** Exact to the quarter of an hour, like the reasons beside it: rounded to full hours, the two would disagree. */
const hoursOf = (minutes: number) => Number((minutes / 60).toFixed(2));

/**
 * 'Overlap ≈ 6h/wk · Coverage PG:1 · SG:1', a dash when no position is covered.
 * @param minutes shared per week; null for a live squad, which agreed on one session instead
 */
export function formatSummary(minutes: number | null, coverage: Record<string, number>): string {
  const order = (position: string) =>
    (POSITION_ORDER.indexOf(position) + POSITION_ORDER.length) % POSITION_ORDER.length;
  const pairs = Object.entries(coverage)
    .sort(([a], [b]) => order(a) - order(b))
    .map(([position, count]) => `${position}:${count}`);
  const covered = `Coverage ${pairs.join(' · ') || '—'}`;
  return minutes === null ? covered : `Overlap ≈ ${hoursOf(minutes)}h/wk · ${covered}`;
}

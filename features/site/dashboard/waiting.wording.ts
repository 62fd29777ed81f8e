import { type PageAddress, paths } from '../../../content/paths.ts';
import { getCoachName } from '../../bookings/coaching/coach-names.rules.ts';
import { roundShownScore } from '../../matches/matches.rules.ts';
import type { PendingAction, PendingActionKind, PendingActionOf } from '../../notifications/pending-actions.schema.ts';
import { getOffer } from '../../payments/orders/orders.rules.ts';
import { FORMAT_FACTS, formatOfType } from '../../profiles/group-formats.schema.ts';

/** A pending action's text, with the time of the event and its one action. */
type PendingActionLabels = { title: string; at?: string | null; label: string; path: PageAddress };

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
const nameOrSomeone = (name: string | null) => name ?? 'Someone';

function bookingLabels({ name, facts: { stage, side } }: PendingActionOf<'booking'>): { title: string; label: string } {
  const other = nameOrSomeone(name);
  if (stage === 'held') return { title: `${other} wants to hire you for seven games`, label: 'Answer' };
  if (stage === 'stopped') return { title: `Your hire of ${other} is on hold`, label: 'Choose' };
  if (stage === 'contested') return { title: `Did you play the last game with ${other}?`, label: 'Answer' };
  if (stage === 'completed') {
    return side === 'seller'
      ? { title: 'Verify your identity to get paid', label: 'Verify' }
      : { title: `Your hire of ${other} is complete`, label: 'Open it' };
  }
  return { title: `Confirm the next game with ${other}`, label: 'Confirm' };
}

function coachingLabels({ name, facts: { side } }: PendingActionOf<'booking'>): { title: string; label: string } {
  if (side === 'buyer') return { title: 'Did your coaching session happen?', label: 'Confirm' };
  return { title: `Verify your identity to get paid for coaching ${nameOrSomeone(name)}`, label: 'Verify' };
}

const ORDER_STEPS: Record<
  PendingActionOf<'order'>['facts']['step'],
  (name: string) => { title: string; label: string }
> = {
  pay: (name) => ({ title: `${name} isn’t paid yet`, label: 'Pay' }),
  choose: (name) => ({ title: `${name}: your turn to choose`, label: 'Choose' }),
  confirm: (name) => ({ title: `${name}: confirm your team after it plays`, label: 'Confirm' }),
};

const WAITING_LABELS: {
  [Kind in PendingActionKind]: (row: PendingActionOf<Kind>, thread: ThreadLabels | undefined) => PendingActionLabels;
} = {
  check: ({ facts }) => ({
    title: facts.starts_at ? 'Match found for tonight' : 'Match found',
    at: facts.starts_at,
    label: 'Open ready check',
    path: paths.matches,
  }),
  still_there: () => ({ title: 'Still waiting in the queue?', label: 'Answer', path: paths.matches }),
  check_in: ({ name, thing, facts }) => ({
    title: `Check in for ${name}`,
    at: facts.starts_at,
    label: 'I’m here',
    path: paths.squad(thing),
  }),
  proposal: ({ facts }) => ({
    title: `${FORMAT_FACTS[formatOfType(facts.type)].label} matched for you: ${roundShownScore(facts.score)}/100`,
    label: 'Answer',
    path: paths.matches,
  }),
  party: ({ name, thing }) => ({
    title: `${nameOrSomeone(name)} invited you to their party`,
    label: 'Answer',
    path: paths.partyInvitation(thing),
  }),
  squad_invitation: ({ name, thing, facts }) => ({
    title: `${facts.inviter} invited you to ${name}`,
    label: 'Answer',
    path: paths.squadInvitation(thing),
  }),
  session: ({ name, thing, facts }) => ({
    title: `Can you play with ${name}?`,
    at: facts.starts_at,
    label: 'Answer',
    path: paths.squadSession(thing, facts.session_id, facts.version),
  }),
  stand_in: ({ name, thing, facts }) => ({
    title: `${name} needs a sub`,
    at: facts.starts_at,
    label: 'Answer',
    path: paths.substituteRequest(thing, facts.version),
  }),
  applicants: ({ name, thing, facts }) => ({
    title: `${plural(facts.count, 'player applied', 'players applied')} to “${name}”`,
    label: 'Choose',
    path: paths.listing(thing),
  }),
  booking: (row) => ({
    ...(row.facts.type === 'hire' ? bookingLabels(row) : coachingLabels(row)),
    path: paths.booking(row.thing),
  }),
  paid_seat: ({ thing }) => ({
    title: 'A buyer has a paid spot for you',
    label: 'Answer',
    path: paths.invitation(thing),
  }),
  order: ({ thing, facts }) => ({
    ...ORDER_STEPS[facts.step](getOffer(facts.price_id)?.name ?? 'Your order'),
    path: paths.order(thing),
  }),
  feedback: ({ name, thing }) => ({
    title: `How was your session with ${name}?`,
    label: 'Give feedback',
    path: paths.session(thing),
  }),
  review: ({ name, thing, facts }) => ({
    title:
      facts.type === 'hire'
        ? `How was playing with ${nameOrSomeone(name)}?`
        : `How was your session with ${getCoachName(facts.coach_id) ?? 'your coach'}?`,
    label: 'Write a review',
    path: paths.bookingReview(thing),
  }),
  past_match: ({ name, thing }) => ({
    title: name ? `How was your match with ${name}?` : 'How was your match?',
    label: 'Give feedback',
    path: paths.matchFeedback(thing),
  }),
  messages: ({ facts }, thread) => ({
    title: `${plural(facts.unread, 'unread message', 'unread messages')} in ${thread?.title ?? 'a chat'}`,
    label: 'Read',
    path: thread?.path ?? paths.inbox,
  }),
};

/** A chat's title and its address for this reader. */
export type ThreadLabels = { title: string; path: PageAddress };

/** Formats one pending action. @param thread the chat with the unread messages */
export function formatWaiting(row: PendingAction, thread?: ThreadLabels): PendingActionLabels {
  // The table's constraints guarantee that a row's data matches its kind; TypeScript can't see that here.
  return WAITING_LABELS[row.kind](row as never, thread);
}

import { type PageAddress, paths } from '../../../content/paths.ts';
import type { Message } from '../../../messages/message.ts';
import type { Translator } from '../../../messages/translator.ts';
import { getCoachName } from '../../bookings/coaching/coach-names.rules.ts';
import { roundShownScore } from '../../matches/matches.rules.ts';
import type { PendingAction, PendingActionKind, PendingActionOf } from '../../notifications/pending-actions.schema.ts';
import { getOffer } from '../../payments/orders/orders.rules.ts';
import { formatOfType, type GroupFormat } from '../../profiles/group-formats.schema.ts';
import * as messages from '../site.messages.ts';

/** A pending action's text, the time of its event, and the action to take. */
type PendingActionLabels = { title: string; at?: string | null; label: string; path: PageAddress };
type ActionLabels = { title: string; label: string };

const formatNameOrSomeone = (t: Translator, name: string | null) => name ?? t(messages.someone);

function getBookingLabels(t: Translator, row: PendingActionOf<'booking'>): ActionLabels {
  const { stage, side } = row.facts;
  const name = formatNameOrSomeone(t, row.name);
  if (stage === 'held') return { title: t(messages.hireAsked, { name }), label: t(messages.answerAction) };
  if (stage === 'stopped') return { title: t(messages.hireOnHold, { name }), label: t(messages.chooseAction) };
  if (stage === 'contested') return { title: t(messages.hireContested, { name }), label: t(messages.answerAction) };
  if (stage === 'completed') {
    return side === 'seller'
      ? { title: t(messages.hirePayout), label: t(messages.verifyAction) }
      : { title: t(messages.hireComplete, { name }), label: t(messages.openAction) };
  }
  return { title: t(messages.hireNextGame, { name }), label: t(messages.confirmAction) };
}

function getCoachingLabels(t: Translator, { name, facts: { side } }: PendingActionOf<'booking'>): ActionLabels {
  if (side === 'buyer') return { title: t(messages.coachingHappenedQuestion), label: t(messages.confirmAction) };
  return { title: t(messages.coachingPayout, { name: formatNameOrSomeone(t, name) }), label: t(messages.verifyAction) };
}

const ORDER_STEPS: Record<
  PendingActionOf<'order'>['facts']['step'],
  { title: Message<{ order: string }>; label: Message }
> = {
  pay: { title: messages.orderUnpaid, label: messages.payAction },
  choose: { title: messages.orderToChoose, label: messages.chooseAction },
  confirm: { title: messages.orderToConfirm, label: messages.confirmAction },
};

const PROPOSAL_MESSAGES: Record<GroupFormat, Message<{ score: number }>> = {
  squad: messages.squadProposed,
  pair: messages.pairProposed,
};

function formatReviewQuestion(t: Translator, { name, facts }: PendingActionOf<'review'>): string {
  if (facts.type === 'hire') return t(messages.howWasHire, { name: formatNameOrSomeone(t, name) });
  const coach = getCoachName(facts.coach_id);
  return coach ? t(messages.howWasSession, { name: coach }) : t(messages.howWasCoaching);
}

const WAITING_LABELS: {
  [Kind in PendingActionKind]: (
    t: Translator,
    row: PendingActionOf<Kind>,
    thread: ThreadLabels | undefined,
  ) => PendingActionLabels;
} = {
  check: (t, { facts }) => ({
    title: facts.starts_at ? t(messages.matchFoundTonight) : t(messages.matchFound),
    at: facts.starts_at,
    label: t(messages.openReadyCheck),
    path: paths.matches,
  }),
  still_there: (t) => ({ title: t(messages.stillWaiting), label: t(messages.answerAction), path: paths.matches }),
  check_in: (t, { name, thing, facts }) => ({
    title: t(messages.checkInFor, { squad: name! }),
    at: facts.starts_at,
    label: t(messages.checkInAction),
    path: paths.squad(thing),
  }),
  proposal: (t, { facts }) => ({
    title: t(PROPOSAL_MESSAGES[formatOfType(facts.type)], { score: roundShownScore(facts.score) }),
    label: t(messages.answerAction),
    path: paths.matches,
  }),
  party: (t, { name, thing }) => ({
    title: t(messages.partyInvitation, { name: formatNameOrSomeone(t, name) }),
    label: t(messages.answerAction),
    path: paths.partyInvitation(thing),
  }),
  squad_invitation: (t, { name, thing, facts }) => ({
    title: t(messages.squadInvitation, { name: formatNameOrSomeone(t, facts.inviter), squad: name! }),
    label: t(messages.answerAction),
    path: paths.squadInvitation(thing),
  }),
  session: (t, { name, thing, facts }) => ({
    title: t(messages.sessionQuestion, { squad: name! }),
    at: facts.starts_at,
    label: t(messages.answerAction),
    path: paths.squadSession(thing, facts.session_id, facts.version),
  }),
  stand_in: (t, { name, thing, facts }) => ({
    title: t(messages.subNeeded, { squad: name! }),
    at: facts.starts_at,
    label: t(messages.answerAction),
    path: paths.substituteRequest(thing, facts.version),
  }),
  applicants: (t, { name, thing, facts }) => ({
    title: t(messages.playersApplied, { count: facts.count, listing: name! }),
    label: t(messages.chooseAction),
    path: paths.listing(thing),
  }),
  booking: (t, row) => ({
    ...(row.facts.type === 'hire' ? getBookingLabels(t, row) : getCoachingLabels(t, row)),
    path: paths.booking(row.thing),
  }),
  paid_seat: (t, { thing }) => ({
    title: t(messages.paidSpot),
    label: t(messages.answerAction),
    path: paths.invitation(thing),
  }),
  order: (t, { thing, facts }) => ({
    title: t(ORDER_STEPS[facts.step].title, { order: getOffer(facts.price_id)?.name ?? t(messages.yourOrder) }),
    label: t(ORDER_STEPS[facts.step].label),
    path: paths.order(thing),
  }),
  feedback: (t, { name, thing }) => ({
    title: t(messages.howWasSession, { name: name! }),
    label: t(messages.feedbackAction),
    path: paths.session(thing),
  }),
  review: (t, row) => ({
    title: formatReviewQuestion(t, row),
    label: t(messages.reviewAction),
    path: paths.bookingReview(row.thing),
  }),
  past_match: (t, { name, thing }) => ({
    title: name ? t(messages.howWasMatchWith, { squad: name }) : t(messages.howWasMatch),
    label: t(messages.feedbackAction),
    path: paths.matchFeedback(thing),
  }),
  messages: (t, { facts: { unread: count } }, thread) => ({
    title: thread ? t(messages.unreadIn, { count, chat: thread.title }) : t(messages.unreadInChat, { count }),
    label: t(messages.readAction),
    path: thread?.path ?? paths.inbox,
  }),
};

/** A chat's title and its address for this reader. */
export type ThreadLabels = { title: string; path: PageAddress };

/** Formats one pending action. @param thread the chat with the unread messages */
export function formatWaiting(t: Translator, row: PendingAction, thread?: ThreadLabels): PendingActionLabels {
  // The table's constraints guarantee that a row's data matches its kind; TypeScript can't see that here.
  return WAITING_LABELS[row.kind](t, row as never, thread);
}

/** The facts known for each kind of pending action. Times are text in the database's format. */
type PendingActionFacts = {
  /** A ready check of the live queue, with a start time if it's for a session later tonight. */
  check: { starts_at: string | null };
  /** The queue asks whether the player is still there. */
  still_there: Record<never, never>;
  /** A session, starting soon or running, that the player hasn't checked in to. */
  check_in: SeenSession;
  /** A match that the player hasn't answered yet. */
  proposal: { type: string; score: number };
  party: Record<never, never>;
  squad_invitation: { inviter: string | null };
  /** A squad session that the player hasn't answered yet. */
  session: SeenSession;
  stand_in: { version: number; starts_at: string };
  applicants: { count: number };
  booking: { type: 'hire' | 'coaching'; stage: string; side: 'buyer' | 'seller'; order_id: string };
  /** A spot in a squad that a buyer pays for. */
  paid_seat: Record<never, never>;
  /** A purchase that its buyer has to continue. */
  order: { kind: string; price_id: string; step: 'pay' | 'choose' | 'confirm' };
  /** Feedback on a squad's past session. */
  feedback: Record<never, never>;
  /** Feedback on a match for which the squad has no session of its own. */
  past_match: Record<never, never>;
  /** A finished hire or coaching session that the user hasn't reviewed. */
  review: { type: 'hire' | 'coaching'; coach_id: string | null };
  /** Unread messages from others. */
  messages: { of: 'squad' | 'application' | 'booking'; unread: number };
};
type SeenSession = { session_id: string; version: number; starts_at: string };

export type PendingActionKind = keyof PendingActionFacts;
export type FactsOf<Kind extends PendingActionKind> = PendingActionFacts[Kind];

/** One pending action of a user. */
export type PendingActionOf<Kind extends PendingActionKind> = {
  kind: Kind;
  /** Subject's ID, as used in the links of messages about it. */
  thing: string;
  /** Subject's name, if it has one. */
  name: string | null;
  /** Deadline for the answer; null when there isn't one. */
  until: Date | null;
  since: Date;
  facts: FactsOf<Kind>;
};
export type PendingAction = { [Kind in PendingActionKind]: PendingActionOf<Kind> }[PendingActionKind];

/** Kinds that inbox messages ask about. The other kinds only appear on their own pages. */
export const INBOX_ACTION_KINDS: ReadonlySet<PendingActionKind> = new Set([
  'proposal',
  'party',
  'squad_invitation',
  'session',
  'stand_in',
  'applicants',
  'booking',
  'paid_seat',
  'feedback',
]);

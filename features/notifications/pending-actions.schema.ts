/** The facts known for each kind of pending action; instants are text in the database's format. */
type PendingActionFacts = {
  /** A ready check of the live queue; one for tonight has a start time. */
  check: { starts_at: string | null };
  /** The queue asks whether they're still there. */
  still_there: Record<never, never>;
  /** A session starting soon, or running, that they haven't checked in to. */
  check_in: SeenSession;
  /** A match they haven't answered yet. */
  proposal: { type: string; score: number };
  party: Record<never, never>;
  squad_invitation: { inviter: string };
  /** A squad session they haven't answered. */
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
  /** Feedback on a match whose squad has no session for it. */
  past_match: Record<never, never>;
  /** A finished hire or coaching that they haven't reviewed. */
  review: { type: 'hire' | 'coaching'; coach_id: string | null };
  /** Messages from others that they haven't read. */
  messages: { of: 'squad' | 'application' | 'booking'; unread: number };
};
type SeenSession = { session_id: string; version: number; starts_at: string };

export type PendingActionKind = keyof PendingActionFacts;
export type FactsOf<Kind extends PendingActionKind> = PendingActionFacts[Kind];

/** One action pending for a user. */
export type PendingActionOf<Kind extends PendingActionKind> = {
  kind: Kind;
  /** Its ID, as used in the links of messages about it. */
  thing: string;
  /** The name of its subject, if it has one. */
  name: string | null;
  /** Until when they can answer; null when there's no deadline. */
  until: Date | null;
  since: Date;
  facts: FactsOf<Kind>;
};
export type PendingAction = { [Kind in PendingActionKind]: PendingActionOf<Kind> }[PendingActionKind];

/** Kinds that inbox messages ask about; the others appear only on the page itself. */
export const KINDS_ASKED_BY_MESSAGE: ReadonlySet<PendingActionKind> = new Set([
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

/** What is known of each kind of thing that can wait for somebody; instants are text as the database writes them. */
type PendingActionFacts = {
  /** A ready check of the live queue; tonight's has an hour at which they would play. */
  check: { starts_at: string | null };
  /** The queue asks whether they are still there. */
  still_there: Record<never, never>;
  /** A session about to begin, or running, of which they have not said that they are here. */
  check_in: SeenSession;
  /** A match nobody has heard their answer to. */
  proposal: { type: string; score: number };
  party: Record<never, never>;
  squad_invitation: { inviter: string };
  /** A date of a squad that they have not answered. */
  session: SeenSession;
  stand_in: { version: number; starts_at: string };
  applicants: { count: number };
  booking: { type: 'hire' | 'coaching'; stage: string; side: 'buyer' | 'seller'; order_id: string };
  /** A seat in a squad that a buyer pays for. */
  paid_seat: Record<never, never>;
  /** Something bought that its buyer has to go on with. */
  order: { kind: string; price_id: string; step: 'pay' | 'choose' | 'confirm' };
  /** An evening of a squad that is over: how was it? */
  feedback: Record<never, never>;
  /** The same of a match whose squad has no session for it. */
  past_match: Record<never, never>;
  /** A finished hire or coaching of which they have said nothing yet. */
  review: { type: 'hire' | 'coaching'; coach_id: string | null };
  /** What others wrote and they have not read. */
  messages: { of: 'squad' | 'application' | 'booking'; unread: number };
};
type SeenSession = { session_id: string; version: number; starts_at: string };

export type PendingActionKind = keyof PendingActionFacts;
export type FactsOf<Kind extends PendingActionKind> = PendingActionFacts[Kind];

/** One thing that waits for a word of somebody. */
export type PendingActionOf<Kind extends PendingActionKind> = {
  kind: Kind;
  /** Its id, as the links of messages about it name it. */
  thing: string;
  /** What or who it is about, as far as that has a name. */
  name: string | null;
  /** Until when they can say something; null where nothing presses. */
  until: Date | null;
  since: Date;
  facts: FactsOf<Kind>;
};
export type PendingAction = { [Kind in PendingActionKind]: PendingActionOf<Kind> }[PendingActionKind];

/** Kinds that messages of the inbox ask about; of the others the page itself is the only one to say so. */
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

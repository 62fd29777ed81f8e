import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { type AfterCommit, type Deps, port, resolvePort } from '../../../server/deps.ts';
import type { CheckoutInput } from '../checkout.schema.ts';
import type { Order } from './orders.queries.ts';
import type { OrderKind, OrderProgress } from './orders.schema.ts';

/**
 * The parts of an order's behavior that depend on what was bought. Each function works inside the given transaction.
 */
export type Fulfillment = {
  /** Whether the order is billed monthly with separate invoices, so it holds no money itself. */
  isMonthly: boolean;
  /** Whether a hire credit may pay for the order. */
  acceptsCredit: boolean;
  /** Whether buyers get a full refund within the money-back guarantee. */
  hasGuarantee: boolean;
  /** Refuses buyers who already own what they're buying. Null if the offer can be bought more than once. */
  refuseIfOwned: ((tx: Db, deps: Deps, buyerId: string) => Promise<void>) | null;
  /** Reserves the seat, player or time of a new order, if it's already chosen. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most have nothing due after the commit and just return.
  reserve: (tx: Db, deps: Deps, order: Order, choice: CheckoutInput) => Promise<AfterCommit | void>;
  /** Frees the reservation when the order wasn't paid. */
  releaseReservation: (tx: Db, orderId: string) => Promise<void>;
  /** Runs when the order is paid. */
  start: (tx: Db, deps: Deps, order: Order) => Promise<void>;
  /** Runs when a deadline has passed. @returns false when only the payment provider's response is pending */
  passDeadline: (tx: Db, deps: Deps, order: Order) => Promise<boolean>;
  /** Returns whether the buyer can withdraw an order that's held and hasn't started. */
  mayWithdraw: (db: Db, deps: Deps, order: Order) => Promise<boolean>;
  /** Withdraws an order that's held and hasn't started, for the buyer. Refuses orders that have started. */
  withdraw: (tx: Db, deps: Deps, order: Order) => Promise<void>;
  /**
   * Handles the buyer's account deletion: refunds an order that hasn't started, settles one that's in progress, and
   * lets a finished one continue.
   */
  onBuyerLeaving: (tx: Db, deps: Deps, order: Order) => Promise<void>;
  /** Handles the buyer's ban: refunds an order that hasn't started, and lets all others continue. */
  onBuyerBanned: (tx: Db, deps: Deps, order: Order) => Promise<void>;
  /** Closes a paid order when nothing is left to do. @returns whether it's closed */
  settle: (tx: Db, deps: Deps, orderId: string) => Promise<boolean>;
  /** Returns the other party, who takes part in a dispute with the buyer. */
  findSeller: (db: Db, orderId: string) => Promise<string | null>;
  /** Lists everyone who'll be paid for the order. */
  listPayees: (db: Db, orderId: string) => Promise<string[]>;
  /** Returns whether people may open a dispute now. */
  mayDispute: (db: Db, deps: Deps, order: Order) => Promise<boolean>;
  /** Puts the order on hold until an admin has decided. @returns false when there's nothing to decide */
  freeze: (tx: Db, deps: Deps, order: Order) => Promise<boolean>;
  /** Returns the uncontested part of the held money, in cents. The players get it when the time to decide runs out. */
  uncontested: (db: Db, deps: Deps, order: Order) => Promise<number>;
  /**
   * Ends the order as decided and pays the people who worked for it.
   * @returns the total they get, in cents
   */
  decide: (tx: Db, deps: Deps, order: Order, decision: { disputeId: string; sellerCents: number }) => Promise<number>;
  /**
   * Resumes the order after a won bank dispute.
   * @returns whether it resumes from its earlier state
   */
  resumeAfterChargeback: (tx: Db, deps: Deps, order: Order) => Promise<boolean>;
  /** Ends the purchase, after the payer's bank charged the payment back in full or in part. */
  onChargeback: (tx: Db, deps: Deps, order: Order) => Promise<void>;
  /** Lists the progress of these orders. Orders where nothing was chosen yet are left out. */
  listProgress: (db: Db, orderIds: string[]) => Promise<Map<string, OrderProgress>>;
  /** Returns a subquery for the ids of the orders that pay a user, now or later; null for kinds that pay no one. */
  paidTo: ((userId: SQLWrapper | string) => SQL) | null;
  /**
   * Returns a subquery for the ids of orders that pay an erased user through this payout account and pay others too;
   * null for kinds with at most one payee.
   */
  selectOrdersPayingAccount: ((accountId: string) => SQL) | null;
  /** Moves the dates of the purchase into the past, for demos and tests whose clock advances. */
  shiftDates: (tx: Db, orderId: string, seconds: number) => Promise<void>;
};

/** The fulfillment of each kind of order. A missing kind is a compile error. */
export const fulfillments = port<Record<OrderKind, Fulfillment>>('payments.fulfillments');

/** Returns the fulfillment of an order's kind. */
export const getFulfillment = (deps: Pick<Deps, 'wiring'>, { kind }: { kind: OrderKind }): Fulfillment =>
  resolvePort(deps, fulfillments)[kind];

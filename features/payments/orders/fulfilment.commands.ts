import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { type AfterCommit, type Deps, port, resolvePort } from '../../../server/deps.ts';
import type { CheckoutInput } from '../checkout.schema.ts';
import type { Order } from './orders.queries.ts';
import type { OrderKind, OrderProgress } from './orders.schema.ts';

/** Everything that an order does by what was bought. Each works inside the transaction that it is given. */
export type Fulfilment = {
  /** Paid month by month with invoices of their own, so the order itself holds no money. */
  isMonthly: boolean;
  /** A hire credit may pay for it. */
  acceptsCredit: boolean;
  /** The whole price goes back to a buyer who asks for it within the money-back guarantee. */
  hasGuarantee: boolean;
  /** Bought once: refuses whoever has it. Null for what may be bought again. */
  refuseIfOwned: ((tx: Db, deps: Deps, buyerId: string) => Promise<void>) | null;
  /** A new order takes what it needs, if that is chosen already. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most have nothing due after the commit and just return.
  reserve: (tx: Db, deps: Deps, order: Order, choice: CheckoutInput) => Promise<AfterCommit | void>;
  /** It was not paid: what was reserved is free again. */
  releaseReservation: (tx: Db, orderId: string) => Promise<void>;
  /** It was paid. */
  start: (tx: Db, deps: Deps, order: Order) => Promise<void>;
  /** Nobody moved in time. @returns false when only the processor is awaited */
  passDeadline: (tx: Db, deps: Deps, order: Order) => Promise<boolean>;
  /** Whether the buyer can take back what is held and has not begun. */
  mayWithdraw: (db: Db, deps: Deps, order: Order) => Promise<boolean>;
  /** The buyer takes back what is held and has not begun; refuses what has. */
  withdraw: (tx: Db, deps: Deps, order: Order) => Promise<void>;
  /** The buyer closes the account: what has not begun goes back, what runs is settled, what is over takes its course. */
  onBuyerLeaving: (tx: Db, deps: Deps, order: Order) => Promise<void>;
  /** The buyer is banned: what has not begun goes back, everything else takes its course. */
  onBuyerBanned: (tx: Db, deps: Deps, order: Order) => Promise<void>;
  /** Closes a paid order when nothing is left to do. @returns whether it is closed */
  settle: (tx: Db, deps: Deps, orderId: string) => Promise<boolean>;
  /** The other side: who is heard in a dispute beside the buyer. */
  findSeller: (db: Db, orderId: string) => Promise<string | null>;
  /** Everybody who is to be paid for it. */
  listPayees: (db: Db, orderId: string) => Promise<string[]>;
  /** Whether people may call an admin in now. */
  mayDispute: (db: Db, deps: Deps, order: Order) => Promise<boolean>;
  /** Stands still until an admin has decided. @returns false when there is nothing to decide */
  freeze: (tx: Db, deps: Deps, order: Order) => Promise<boolean>;
  /** What of the held money nobody contests, in cents: the players keep it when nobody decides in time. */
  uncontested: (db: Db, deps: Deps, order: Order) => Promise<number>;
  /** Ends as was decided and pays those who worked for it. @returns what they get, in cents */
  decide: (tx: Db, deps: Deps, order: Order, decision: { disputeId: string; sellerCents: number }) => Promise<number>;
  /**
   * The bank of the payer has left us the payment, after it had kept everything still.
   * @returns whether it goes on where it stood
   */
  resumeAfterChargeback: (tx: Db, deps: Deps, order: Order) => Promise<boolean>;
  /** The bank of the payer has taken the payment back, or a part of it: what that gave ends. */
  onChargeback: (tx: Db, deps: Deps, order: Order) => Promise<void>;
  /** Where each of these orders stands; without those for which nothing was chosen. */
  listProgress: (db: Db, orderIds: string[]) => Promise<Map<string, OrderProgress>>;
  /** Ids of the orders that somebody is or is to be paid for, as a subquery; null when nobody is. */
  paidTo: ((userId: SQLWrapper | string) => SQL) | null;
  /** Ids of the orders in which one of several who was erased is paid to this account, as a subquery; null when there are none. */
  paidToAccount: ((accountId: string) => SQL) | null;
  /** Moves its dates into the past, for demonstrations and tests whose clock goes on. */
  shiftDates: (tx: Db, orderId: string, seconds: number) => Promise<void>;
};

/** What each kind of order does. A kind that nobody fills in does not compile. */
export const fulfilments = port<Record<OrderKind, Fulfilment>>('payments.fulfilments');

/** What this kind of order does. */
export const getFulfilment = (deps: Pick<Deps, 'wiring'>, { kind }: { kind: OrderKind }): Fulfilment =>
  resolvePort(deps, fulfilments)[kind];

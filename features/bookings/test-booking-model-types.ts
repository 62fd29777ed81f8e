import type { MoneyContext } from '../payments/test-money.ts';

/** The people in a model run. */
export type Cast = {
  buyers: { userId: string }[];
  sellers: { userId: string }[];
  admin: { userId: string };
  coach: { userId: string; coachId: string };
};

/** All commands with the weights they're drawn with. */
export const KINDS = {
  buy: 5,
  pay: 6,
  deliver: 8,
  again: 2,
  lose: 1,
  clock: 3,
  actions: 6,
  deadlines: 4,
  catchUp: 2,
  answer: 4,
  choose: 2,
  game: 8,
  leave: 1,
  session: 2,
  dispute: 1,
  decide: 2,
  request: 1,
  ask: 5,
  invitation: 6,
  handOver: 3,
  fill: 2,
  eraseSeated: 2,
  confirm: 1,
  abandon: 1,
  takeBack: 2,
  close: 1,
  comeBack: 2,
  erase: 2,
  ban: 1,
  lift: 2,
  cardDispute: 1,
  bankDecides: 2,
  bankAsks: 1,
  bankChangesItsMind: 1,
  outsideRefund: 1,
  outsideTransfer: 1,
  decideOutside: 2,
  guarantee: 1,
  period: 1,
  portal: 1,
} as const;
export type Kind = keyof typeof KINDS;
export type Command = { kind: Kind; a: number; b: number; c: number; crash: { step: number; afterIt: boolean } | null };

export type BookingModelRun = {
  context: MoneyContext;
  cast: Cast;
  orders: Set<string>;
  crashes: number;
  done: Record<string, number>;
};

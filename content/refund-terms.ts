/**
 * The figures behind every promise about money. The legal page, the FAQ and the code that moves money
 * all read them from here, so that what people are told is what happens.
 */
export const refundTerms = {
  /** Games in one hire. A hire that ends early gives back remaining / total × price. */
  hireGames: 7,
  hireProratedFormula: 'remaining games / total games × price',
  /** A hire that the player does not accept in time is refunded whole. */
  hireAcceptHours: 24,
  /** A game that one side confirmed counts after this much silence of the other. */
  gameConfirmSilenceHours: 48,
  /** A squad that is not filled in time is refunded whole, on its own. */
  assemblyFillHours: 48,
  assemblySquadSize: 5,
  coachingMinutes: 30,
  coachingRescheduleNoticeHours: 24,
  coachingRefundBeforeStartPercent: 100,
  coachingRefundAfterStartPercent: 0,
  /** After the session the buyer has this long to say that something was wrong; then the coach is paid. */
  coachingCheckHours: 48,
  /** A paid hire or sprint for which nothing was chosen is refunded whole. */
  choiceDays: 7,
  /** A running hire of which no game is reported ends early by itself. */
  hireIdleDays: 14,
  /** After delivery of a squad the buyer has this long to object; then the players are paid. */
  assemblyCheckDays: 7,
  /** An admin decides a dispute within this time. */
  disputeDecisionDays: 3,
  /** Paid plans, counted from the first payment. */
  planMoneyBackDays: 7,
  /** Days before the end of Founders Premium on which its owner is told. */
  foundersNoticeDays: [14, 3],
} as const;

/**
 * The figures behind every promise about money. The legal page, the FAQ and the code that moves money all read them
 * from here, so they can't disagree.
 */
export const refundTerms = {
  /** Games in one hire. Ending a hire early refunds remaining / total × price. */
  hireGames: 7,
  hireProratedFormula: 'remaining games / total games × price',
  /** A hire that the player doesn't accept in time is refunded in full. */
  hireAcceptHours: 24,
  /** If only one side confirms a game and the other side doesn't respond within this time, the game is confirmed. */
  gameConfirmSilenceHours: 48,
  /** A squad that isn't filled in time is refunded in full automatically. */
  assemblyFillHours: 48,
  assemblySquadSize: 5,
  coachingMinutes: 30,
  coachingRescheduleNoticeHours: 24,
  coachingRefundBeforeStartPercent: 100,
  coachingRefundAfterStartPercent: 0,
  /** How long the buyer has after the session to report a problem; then the coach is paid. */
  coachingCheckHours: 48,
  /** A paid hire or sprint is refunded in full if no player or time is picked within this period. */
  choiceDays: 7,
  /** An active hire ends early automatically when no game is reported for this long. */
  hireIdleDays: 14,
  /** How long the buyer has after a squad is delivered to object; then the players are paid. */
  assemblyCheckDays: 7,
  /** An admin resolves a dispute within this time. */
  disputeDecisionDays: 3,
  /** Paid plans, counted from the first payment. */
  planMoneyBackDays: 7,
  /** Days before Founders Premium ends on which its owner is notified. */
  foundersNoticeDays: [14, 3],
} as const;

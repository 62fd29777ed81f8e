/**
 * The figures behind every promise about money. The legal page, the FAQ and the code that moves money all use these
 * values.
 */
export const refundTerms = {
  /** Games in one hire. Ending a hire early refunds remaining / total × price. */
  hireGames: 7,
  /** Hours the player has to accept a hire before it's refunded in full. */
  hireAcceptHours: 24,
  /** Hours one side has to respond after the other side confirms a game. After that, the game counts as confirmed. */
  gameConfirmSilenceHours: 48,
  /** Hours to fill a team before the order is automatically refunded in full. */
  assemblyFillHours: 48,
  assemblySquadSize: 5,
  coachingMinutes: 30,
  coachingRescheduleNoticeHours: 24,
  coachingRefundBeforeStartPercent: 100,
  coachingRefundAfterStartPercent: 0,
  /** Hours the buyer has after the session to report a problem. After that, the coach is paid. */
  coachingCheckHours: 48,
  /** Days the buyer has to choose a player or time. After that, a paid hire or sprint is refunded in full. */
  choiceDays: 7,
  /** Days without a reported game after which an active hire ends early. */
  hireIdleDays: 14,
  /** Days the buyer has to object after a team is delivered. After that, the players are paid. */
  assemblyCheckDays: 7,
  /** Days within which an admin resolves a dispute. */
  disputeDecisionDays: 3,
  /** Days of the money-back guarantee, from the first payment. */
  planMoneyBackDays: 7,
  /** Days before Founders Premium ends on which its owner is notified. */
  foundersNoticeDays: [14, 3],
} as const;

export type Limit = { points: number; seconds: number };

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Rate limits for anything that can be guessed or that sends a message. */
export const limits = {
  /** Wrong passwords for one account from one address. */
  password: { points: 10, seconds: 15 * MINUTE },
  /** Wrong passwords for one account from all addresses. High, so that a stranger can't quickly lock the owner out. */
  passwordAccount: { points: 60, seconds: HOUR },
  /** Wrong passwords from one address for all accounts. */
  passwordAddress: { points: 100, seconds: HOUR },
  /**
   * Wrong codes for one account from IP addresses that didn't request one. `codeGuess` limits the IP addresses that
   * did.
   */
  code: { points: 15, seconds: 15 * MINUTE },
  /**
   * Guesses at one code from an address that requested it. The fifth wrong guess blocks the code for that address only.
   */
  codeGuess: { points: 5, seconds: HOUR },
  /** Marks the IP address that requested a message to an address. */
  asked: { points: 1, seconds: HOUR },
  codeAddress: { points: 100, seconds: HOUR },
  factor: { points: 10, seconds: 15 * MINUTE },
  message: { points: 1, seconds: MINUTE },
  messageHour: { points: 8, seconds: HOUR },
  messageAddress: { points: 40, seconds: HOUR },
  signUpAddress: { points: 40, seconds: HOUR },
  anonymousAddress: { points: 30, seconds: HOUR },
  authorizeAddress: { points: 120, seconds: HOUR },
  /** Failed OAuth client authentications from one address. */
  programAddress: { points: 100, seconds: HOUR },
  passkeyAddress: { points: 120, seconds: HOUR },
  /** Codes that one user sends to contact addresses in their profile, which may belong to someone else. */
  contactCodes: { points: 6, seconds: HOUR },
  /** One user's guesses at contact codes, across all codes. */
  contactGuesses: { points: 20, seconds: HOUR },
  /** Applications per player. Each notifies the listing's owner. */
  applications: { points: 20, seconds: HOUR },
  /** Party invitations. Each notifies the player. */
  partyInvitations: { points: 20, seconds: HOUR },
  /** Squad invitations. Each notifies the player. */
  squadInvitations: { points: 20, seconds: HOUR },
  /** Sessions that one user proposes, moves, repeats or cancels. Each notifies the whole squad at once. */
  squadSessions: { points: 30, seconds: HOUR },
  /** One user's other actions that notify a whole squad, such as renaming the squad or joining it by link. */
  squadWords: { points: 30, seconds: HOUR },
  /** One user's reports, corrections and disputes of games, and screenshots. Each asks others for an answer. */
  gameReports: { points: 60, seconds: HOUR },
  /** Live queue joins. Each may invite four others. */
  queueJoins: { points: 60, seconds: HOUR },
  /**
   * Immediate searches for a first match, each of which invites strangers. Above this limit, players who publish again
   * wait for the next matching round.
   */
  firstLooks: { points: 3, seconds: 24 * HOUR },
  /** One user's messages across all chats. */
  threadMessages: { points: 40, seconds: MINUTE },
  /** Reports by one player on any subject. Limited because a moderator reads each one. */
  reports: { points: 20, seconds: HOUR },
  /** Support requests by one user. Limited because an admin reads each one. */
  supportRequests: { points: 10, seconds: HOUR },
  /** Support requests without an account, from one IP address. */
  supportAddress: { points: 10, seconds: HOUR },
  /** Emails to one address entered in the support form, because the address may not belong to the sender. */
  supportEmails: { points: 3, seconds: 24 * HOUR },
  /** Replies to support by one user, or to one visitor's request. */
  supportMessages: { points: 30, seconds: HOUR },
  /** Security events that one user's browsers report. */
  securityReports: { points: 240, seconds: HOUR },
  /** Test messages sent by one admin. */
  testMessages: { points: 6, seconds: 10 * MINUTE },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

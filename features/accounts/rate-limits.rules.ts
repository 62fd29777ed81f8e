export type Limit = { points: number; seconds: number };

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How often what can be guessed may be tried and what sends a message may be asked for. */
export const limits = {
  /** Wrong passwords for one account from one address. */
  password: { points: 10, seconds: 15 * MINUTE },
  /** Wrong passwords for one account from everywhere: high, so that a stranger cannot lock the owner out at once. */
  passwordAccount: { points: 60, seconds: HOUR },
  /** Wrong passwords from one address for all accounts. */
  passwordAddress: { points: 100, seconds: HOUR },
  /** Wrong codes for one account by whoever has not asked for one: those who have are counted by themselves. */
  code: { points: 15, seconds: 15 * MINUTE },
  /** Guesses at one code from an address that asked for it; the fifth closes it there, and only there. */
  codeGuess: { points: 5, seconds: HOUR },
  /** Who has asked for a message to an address, and from where. */
  asked: { points: 1, seconds: HOUR },
  codeAddress: { points: 100, seconds: HOUR },
  factor: { points: 10, seconds: 15 * MINUTE },
  message: { points: 1, seconds: MINUTE },
  messageHour: { points: 8, seconds: HOUR },
  messageAddress: { points: 40, seconds: HOUR },
  signUpAddress: { points: 40, seconds: HOUR },
  anonymousAddress: { points: 30, seconds: HOUR },
  authorizeAddress: { points: 120, seconds: HOUR },
  /** Failed attempts of programs to show who they are, from one address. */
  programAddress: { points: 100, seconds: HOUR },
  passkeyAddress: { points: 120, seconds: HOUR },
  /** Codes that one person has sent to addresses of their profile, which may be somebody else's. */
  contactCodes: { points: 6, seconds: HOUR },
  /** Their guesses at such codes, over all codes. */
  contactGuesses: { points: 20, seconds: HOUR },
  /** Applications of one player: each sends a message to the owner of a listing. */
  applications: { points: 20, seconds: HOUR },
  /** Invitations to a party: each sends a message to the player. */
  partyInvitations: { points: 20, seconds: HOUR },
  /** Invitations to squads, the same. */
  squadInvitations: { points: 20, seconds: HOUR },
  /** Sessions that one person proposes, moves, runs back or calls off: each tells the whole squad, at once. */
  squadSessions: { points: 30, seconds: HOUR },
  /** Other words of one person that tell a whole squad: another name, joining by its link. */
  squadWords: { points: 30, seconds: HOUR },
  /** Joins the live queue: each may ask four others. */
  queueJoins: { points: 60, seconds: HOUR },
  /** Looks for a first proposal at once, each of which asks strangers; publishing again after that waits for the next run. */
  firstLooks: { points: 3, seconds: 24 * HOUR },
  /** Messages of one person, in all their conversations. */
  threadMessages: { points: 40, seconds: MINUTE },
  /** Reports of one player, whatever they are about: each is read by a moderator. */
  reports: { points: 20, seconds: HOUR },
  /** What the browsers of one person report to their journal. */
  securityReports: { points: 240, seconds: HOUR },
  /** Test messages of one admin. */
  testMessages: { points: 6, seconds: 10 * MINUTE },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

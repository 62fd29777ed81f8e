import type { ReviewInput } from './reviews/reviews.schema.ts';

/** The buyer: the demo's sample player, or a community member by number. */
type Buyer = 'sample' | number;

/** A hire from the last week. Without `answered`, it's waiting for the player's reply. */
export type HireScene = {
  /** Index of the seller among those who offer hires. */
  seller: number;
  buyer: Buyer;
  askedHoursAgo: number;
  /** Minutes until the player accepted. */
  answered?: number;
  /** Number of games confirmed by both sides, up to seven. */
  games?: number;
  /** Whether one more game is confirmed by the player only. */
  oneMore?: true;
  review?: ReviewInput;
  /** The player's reason for reporting the review. */
  reported?: string;
  dispute?: { buyer: string; seller: string };
};

/** Finished hires with a review: seller, buyer, hours ago, minutes until accepted, stars, words. */
const REVIEWED: readonly (readonly [number, number, number, number, ReviewInput['stars'], string])[] = [
  [0, 0, 160, 18, 5, 'Picked up full court from the first possession. Their guard had six turnovers.'],
  [0, 1, 118, 34, 4, 'Great stops. A little quiet when we were down, but never lost a man.'],
  [0, 2, 66, 9, 5, 'Calls every switch before it comes. We lost one of seven.'],
  [1, 3, 150, 240, 3, 'Good passes. It took two evenings longer than we had said.'],
  [1, 4, 90, 75, 5, 'Slowed us down when we led, and that is how we held on. Would hire again.'],
  [2, 5, 126, 51, 5, 'Every rebound, every screen. Did not ask for the ball once.'],
  [3, 6, 76, 22, 2, 'Went idle in two of the seven games, before the third quarter. The other five were fine.'],
  [4, 7, 132, 40, 4, 'Elite is the right word for the handle. Shot selection in close games could be calmer.'],
];
/** The seller's report of the low rating. */
const REPORTED_REVIEW =
  'I played all seven to the end, and both of us confirmed each of them. This is about somebody else.';

export const HIRE_SCENES: readonly HireScene[] = [
  ...REVIEWED.map(([seller, buyer, askedHoursAgo, answeredHours, stars, reviewText]) => ({
    ...{ seller, buyer, askedHoursAgo, answered: answeredHours, games: 7, review: { stars, words: reviewText } },
    ...(stars < 3 && { reported: REPORTED_REVIEW }),
  })),
  { seller: 4, buyer: 'sample', askedHoursAgo: 60, answered: 27, games: 7 },
  { seller: 2, buyer: 'sample', askedHoursAgo: 32, answered: 16, games: 3, oneMore: true },
  { seller: 5, buyer: 8, askedHoursAgo: 3 },
  { seller: 1, buyer: 9, askedHoursAgo: 30, answered: 60, games: 2 },
  {
    ...{ seller: 3, buyer: 10, askedHoursAgo: 54, answered: 45, games: 2 },
    dispute: {
      buyer: 'One of the two games was left at halftime. I would like my money back for it, and for the five to come.',
      seller: 'My line went down. I was back in ten minutes and said so, and we played the game again from the start.',
    },
  },
];

/** A session from the last week, or an upcoming one. */
export type SessionScene = {
  /** Index among the coaches in content/coaches-content.ts. */
  coach: number;
  buyer: Buyer;
  bookedHoursAgo: number;
  /** Whether the session has taken place. Otherwise, it's upcoming. */
  given?: true;
  review?: ReviewInput;
};

/** Sessions that the buyer reviewed: coach, buyer, hours ago, stars, words. */
const REVIEWED_SESSIONS: readonly (readonly [number, number, number, ReviewInput['stars'], string])[] = [
  [0, 1, 166, 5, 'One habit, shown five times on my own film. My assists went up the same evening.'],
  [0, 4, 150, 4, 'Patient, and honest about my pick and roll. Half an hour goes by fast.'],
  [1, 6, 160, 4, 'Now I know why I get beaten on the second move. Homework was clear.'],
  [2, 11, 164, 5, 'First season at center, and somebody finally explained box-outs to me.'],
];

export const SESSION_SCENES: readonly SessionScene[] = [
  ...REVIEWED_SESSIONS.map(([coach, buyer, bookedHoursAgo, stars, reviewText]) => ({
    ...{ coach, buyer, bookedHoursAgo, given: true as const, review: { stars, words: reviewText } },
  })),
  { coach: 0, buyer: 'sample', bookedHoursAgo: 20 },
  { coach: 1, buyer: 2, bookedHoursAgo: 9 },
];

import type { ReviewInput } from './reviews/reviews.schema.ts';

/** The buyer: the demo's sample player, or a community member by number. */
type Buyer = 'sample' | number;

/** A hire from the last week. Without `answered`, it's waiting for the player's answer. */
export type HireScene = {
  /** Index of the seller among those who offer hires. */
  seller: number;
  buyer: Buyer;
  askedHoursAgo: number;
  /** Minutes until the player accepted. */
  answered?: number;
  /** Games confirmed by both sides; seven is all of them. */
  games?: number;
  /** The player has confirmed one more game, and the buyer hasn't. */
  oneMore?: true;
  review?: ReviewInput;
  /** Why the player reported the review to moderators. */
  reported?: string;
  dispute?: { buyer: string; seller: string };
};

export const HIRE_SCENES: readonly HireScene[] = [
  {
    ...{ seller: 0, buyer: 0, askedHoursAgo: 160, answered: 18, games: 7 },
    review: { stars: 5, words: 'Picked up full court from the first possession. Their guard had six turnovers.' },
  },
  {
    ...{ seller: 0, buyer: 1, askedHoursAgo: 118, answered: 34, games: 7 },
    review: { stars: 4, words: 'Great stops. A little quiet when we were down, but never lost a man.' },
  },
  {
    ...{ seller: 0, buyer: 2, askedHoursAgo: 66, answered: 9, games: 7 },
    review: { stars: 5, words: 'Calls every switch before it comes. We lost one of seven.' },
  },
  {
    ...{ seller: 1, buyer: 3, askedHoursAgo: 150, answered: 240, games: 7 },
    review: { stars: 3, words: 'Good passes. It took two evenings longer than we had said.' },
  },
  {
    ...{ seller: 1, buyer: 4, askedHoursAgo: 90, answered: 75, games: 7 },
    review: { stars: 5, words: 'Slowed us down when we led, and that is how we held on. Would hire again.' },
  },
  {
    ...{ seller: 2, buyer: 5, askedHoursAgo: 126, answered: 51, games: 7 },
    review: { stars: 5, words: 'Every rebound, every screen. Did not ask for the ball once.' },
  },
  {
    ...{ seller: 3, buyer: 6, askedHoursAgo: 76, answered: 22, games: 7 },
    review: {
      stars: 2,
      words: 'Went idle in two of the seven games, before the third quarter. The other five were fine.',
    },
    reported: 'I played all seven to the end, and both of us confirmed each of them. This is about somebody else.',
  },
  {
    ...{ seller: 4, buyer: 7, askedHoursAgo: 132, answered: 40, games: 7 },
    review: {
      stars: 4,
      words: 'Elite is the right word for the handle. Shot selection in close games could be calmer.',
    },
  },
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
  /** Already held. Without it, the session is upcoming. */
  given?: true;
  review?: ReviewInput;
};

export const SESSION_SCENES: readonly SessionScene[] = [
  {
    ...{ coach: 0, buyer: 1, bookedHoursAgo: 166, given: true },
    review: { stars: 5, words: 'One habit, shown five times on my own film. My assists went up the same evening.' },
  },
  {
    ...{ coach: 0, buyer: 4, bookedHoursAgo: 150, given: true },
    review: { stars: 4, words: 'Patient, and honest about my pick and roll. Half an hour goes by fast.' },
  },
  {
    ...{ coach: 1, buyer: 6, bookedHoursAgo: 160, given: true },
    review: { stars: 4, words: 'Now I know why I get beaten on the second move. Homework was clear.' },
  },
  {
    ...{ coach: 2, buyer: 11, bookedHoursAgo: 164, given: true },
    review: { stars: 5, words: 'First season at center, and somebody finally explained box-outs to me.' },
  },
  { coach: 0, buyer: 'sample', bookedHoursAgo: 20 },
  { coach: 1, buyer: 2, bookedHoursAgo: 9 },
];

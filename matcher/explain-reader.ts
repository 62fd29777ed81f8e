import type { TimePreferences } from '../time/reader-times.ts';
import type { ExplanationFact } from './explain-facts.ts';

/** A language for explanations. Each has its own file; English is the first. */
export type Language = 'en';

/** The reader of an explanation. */
export type Reader = {
  /** The id of the reader, who is addressed as "you"; null for someone outside the group. */
  id: string | null;
  times: TimePreferences;
  language?: Language;
  /** Returns a player's name for this reader; undefined if they have none. */
  nameOf: (id: string) => string | undefined;
};

/** A group as one reader sees it. */
export type Group = { members: readonly string[]; reader: Reader };

/** The functions that write each topic in a language; they return null if there's nothing worth saying. */
export type ExplanationWords = {
  [About in ExplanationFact['about']]: (
    fact: Extract<ExplanationFact, { about: About }>,
    group: Group,
  ) => string | null;
};

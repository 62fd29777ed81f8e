import type { ReaderTimes } from '../time/reader-times.ts';
import type { ExplanationFact } from './explain-facts.ts';

/** A language in which explanations can be written; each is a file of its own, and English is the first. */
export type Language = 'en';

/** Who reads an explanation. */
export type Reader = {
  /** Reads "you" for themselves; null for somebody who has no part in it. */
  id: string | null;
  times: ReaderTimes;
  language?: Language;
  /** What the reader may call somebody; undefined for who has no name for them. */
  nameOf: (id: string) => string | undefined;
};

/** A group as one reader sees it. */
export type Group = { members: readonly string[]; reader: Reader };

/** The sentences of a language: one for each topic, or null where there is nothing worth saying. */
export type ExplanationWords = {
  [About in ExplanationFact['about']]: (
    fact: Extract<ExplanationFact, { about: About }>,
    group: Group,
  ) => string | null;
};

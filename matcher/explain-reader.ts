import type { ReaderTimes } from '../time/reader-times.ts';
import type { ExplanationFact } from './explain-facts.ts';

/** A language that explanations can be written in. Each has its own file; English is the first. */
export type Language = 'en';

/** The reader of an explanation. */
export type Reader = {
  /** The reader's id, who is addressed as "you"; null for someone outside the group. */
  id: string | null;
  times: ReaderTimes;
  language?: Language;
  /** Returns the reader's name for a person; undefined when they have none. */
  nameOf: (id: string) => string | undefined;
};

/** A group as one reader sees it. */
export type Group = { members: readonly string[]; reader: Reader };

/** The sentences of a language, one per topic; null when there's nothing worth saying. */
export type ExplanationWords = {
  [About in ExplanationFact['about']]: (
    fact: Extract<ExplanationFact, { about: About }>,
    group: Group,
  ) => string | null;
};

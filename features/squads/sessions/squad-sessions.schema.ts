import { z } from 'zod';
import { instant } from '../../../time/instant-schema.ts';
import { StandIn, StandInSearch } from '../substitutes/substitutes.schema.ts';

const SHORTEST_MINUTES = 30;
export const LONGEST_MINUTES = 6 * 60;
const LENGTH = 'A session lasts between half an hour and six hours.';

const answers = ['yes', 'maybe', 'no'] as const;
export type SessionAnswer = (typeof answers)[number];

/** When a squad is to play. */
export const SessionTime = z.object({
  starts_at: z.iso.datetime({ error: 'Choose a day and a time.' }).transform((text) => new Date(text)),
  minutes: z.number({ error: LENGTH }).int(LENGTH).min(SHORTEST_MINUTES, LENGTH).max(LONGEST_MINUTES, LENGTH),
});
export type SessionTime = z.output<typeof SessionTime>;

/** What a word about a session is about: late ones are refused with what is true now. */
export const Version = z.number({ error: 'Please open the squad again and answer what stands there.' }).int();
export const AnswerWord = z.enum(answers, { error: 'Answer yes, maybe or no.' });

/** One session as a member of the squad sees it. */
export const SquadSession = z.object({
  id: z.uuid(),
  /** To be named by whatever answers it. */
  version: z.number().int(),
  starts_at: instant,
  ends_at: instant,
  /** `stands` while enough say yes. */
  state: z.enum(['proposed', 'stands', 'called_off']),
  proposed_by: z.string(),
  /** Whether the caller may move it and call it off. */
  you_may_change: z.boolean(),
  /** Whether it can still be answered: it has not begun and is not called off. */
  open: z.boolean(),
  /** Until when it is answered: its start, or longer where it asks to go on at once. */
  answers_until: instant,
  /** Whether it asks to go on at once. */
  at_once: z.boolean(),
  /** From then on until its end members say that they are here. */
  check_in_from: instant,
  my_answer: AnswerWord.nullable(),
  /** What else the caller plays or is booked for at this time. */
  overlaps: z.array(z.object({ name: z.string(), path: z.string(), starts_at: instant, ends_at: instant })),
  /** Everybody in the squad, the longest first; null for who has not answered. */
  answers: z.array(
    z.object({
      id: z.uuid(),
      display_name: z.string(),
      avatar_path: z.string().nullable(),
      is_you: z.boolean(),
      answer: AnswerWord.nullable(),
      here_at: instant.nullable(),
    }),
  ),
  /** Who is asked to stand in and who does, the first who was asked first. */
  stand_ins: z.array(StandIn),
  search: StandInSearch,
});
export type SquadSession = z.infer<typeof SquadSession>;

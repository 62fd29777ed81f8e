import { z } from 'zod';
import { issueText } from '../../../messages/issue-text.ts';
import { instant } from '../../../time/instant-schema.ts';
import * as messages from '../squads.messages.ts';
import { Substitute, SubstituteSearch } from '../substitutes/substitutes.schema.ts';

const SHORTEST_MINUTES = 30;
export const LONGEST_MINUTES = 6 * 60;
const LENGTH = issueText(messages.sessionLengthInvalid);

const answers = ['yes', 'maybe', 'no'] as const;
export type SessionAnswer = (typeof answers)[number];

/** The time a squad is going to play. */
export const SessionTime = z.object({
  starts_at: z.iso.datetime({ error: issueText(messages.timeMissing) }).transform((text) => new Date(text)),
  minutes: z.number({ error: LENGTH }).int(LENGTH).min(SHORTEST_MINUTES, LENGTH).max(LONGEST_MINUTES, LENGTH),
});
export type SessionTime = z.output<typeof SessionTime>;

/** The version an action refers to. Outdated actions are refused along with the current state. */
export const Version = z.number({ error: issueText(messages.sessionVersionRequired) }).int();
export const AnswerWord = z.enum(answers, { error: issueText(messages.sessionAnswerInvalid) });

/** One session, as a squad member sees it. */
export const SquadSession = z.object({
  id: z.uuid(),
  /** Every action on the session must include this version. */
  version: z.number().int(),
  starts_at: instant,
  ends_at: instant,
  /** `stands` means that enough players have confirmed. */
  state: z.enum(['proposed', 'stands', 'called_off']),
  proposed_by: z.string(),
  /** Whether the caller can move or cancel the session. */
  you_may_change: z.boolean(),
  /** Whether the session can still be answered: it hasn't begun and isn't canceled. */
  open: z.boolean(),
  /** Deadline for answers: the session's start, or later if it starts right away. */
  answers_until: instant,
  /** Whether the session starts right away. */
  at_once: z.boolean(),
  /** Members can check in from this time until the session ends. */
  check_in_from: instant,
  my_answer: AnswerWord.nullable(),
  /** The caller's other sessions and bookings at this time. */
  overlaps: z.array(z.object({ name: z.string(), path: z.string(), starts_at: instant, ends_at: instant })),
  /** Every squad member, longest-serving first. The answer is null until they respond. */
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
  /** Invited and confirmed substitutes, in the order they were invited. */
  stand_ins: z.array(Substitute),
  search: SubstituteSearch,
});
export type SquadSession = z.infer<typeof SquadSession>;

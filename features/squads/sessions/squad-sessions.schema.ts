import { z } from 'zod';
import { issueText } from '../../../messages/issue-text.ts';
import { instant } from '../../../time/instant-schema.ts';
import * as messages from '../squads.messages.ts';
import { ReplacementSearch, Substitute } from '../substitutes/substitutes.schema.ts';

const SHORTEST_MINUTES = 30;
export const LONGEST_MINUTES = 6 * 60;
const LENGTH = issueText(messages.sessionLengthInvalid);

const answers = ['yes', 'maybe', 'no'] as const;
export type SessionAnswer = (typeof answers)[number];

export const SessionTime = z.object({
  starts_at: z.iso.datetime({ error: issueText(messages.timeMissing) }).transform((text) => new Date(text)),
  minutes: z.number({ error: LENGTH }).int(LENGTH).min(SHORTEST_MINUTES, LENGTH).max(LONGEST_MINUTES, LENGTH),
});
export type SessionTime = z.output<typeof SessionTime>;

/**
 * The session version that an action refers to. Outdated actions are refused, with the current state in the response.
 */
export const Version = z.number({ error: issueText(messages.sessionVersionRequired) }).int();
export const SessionAnswerChoice = z.enum(answers, { error: issueText(messages.sessionAnswerInvalid) });

/** One session, as a squad member sees it. */
export const SquadSession = z.object({
  id: z.uuid(),
  /** The version that every action on the session must include. */
  version: z.number().int(),
  starts_at: instant,
  ends_at: instant,
  /** `stands` means that enough players have confirmed. */
  state: z.enum(['proposed', 'stands', 'called_off']),
  proposed_by: z.string(),
  /** Whether the caller can move or cancel the session. */
  you_may_change: z.boolean(),
  /** Whether the session can still be answered: it hasn't started and isn't canceled. */
  open: z.boolean(),
  /** Answer deadline: the session's start, or later if it starts right away. */
  answers_until: instant,
  /** Whether the session starts right away. */
  at_once: z.boolean(),
  /** When check-in opens. It closes at the session's end. */
  check_in_from: instant,
  my_answer: SessionAnswerChoice.nullable(),
  /** The caller's other sessions and bookings at this time. */
  overlaps: z.array(z.object({ name: z.string(), path: z.string(), starts_at: instant, ends_at: instant })),
  /** Every squad member, longest-serving first. The answer is null until they respond. */
  answers: z.array(
    z.object({
      id: z.uuid(),
      display_name: z.string(),
      avatar_path: z.string().nullable(),
      is_you: z.boolean(),
      answer: SessionAnswerChoice.nullable(),
      here_at: instant.nullable(),
    }),
  ),
  /** Invited and confirmed substitutes, in the order they were invited. */
  stand_ins: z.array(Substitute),
  search: ReplacementSearch,
});
export type SquadSession = z.infer<typeof SquadSession>;

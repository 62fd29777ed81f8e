import { z } from 'zod';
import { instant } from '../../../time/instant-schema.ts';
import { Feedback } from '../../matches/match-feedback/match-feedback.schema.ts';
import { Contacts, StandInQuestion } from '../substitutes/substitutes.schema.ts';

/** As many as a roster has, without the one who speaks. */
const ABSENT_MOST = 9;

/** What is said of a match, of one evening of the squad. */
export const SessionFeedback = Feedback.extend({
  /** Those of the others who were to play and did not come. */
  absent_ids: z
    .array(z.uuid('This is not the id of a player.'))
    .max(ABSENT_MOST, `Name at most ${ABSENT_MOST} players.`)
    .default([]),
});
export type SessionFeedback = z.output<typeof SessionFeedback>;

const Player = z.object({ id: z.uuid(), display_name: z.string(), avatar_path: z.string().nullable() });

/** "How was it?" for somebody who was to play. */
export const SessionQuestion = z.object({
  session_id: z.uuid(),
  starts_at: instant,
  ends_at: instant,
  /** Until then an answer is taken, and changed. */
  until: instant,
  said: SessionFeedback.nullable(),
  /** The others who were to play. */
  others: z.array(Player),
});
export type SessionQuestion = z.infer<typeof SessionQuestion>;

/** One session as those see it who have, or had, a seat in it. */
export const SessionView = z.object({
  id: z.uuid(),
  squad: z.object({
    id: z.uuid(),
    name: z.string(),
    crest_seed: z.number().int(),
    /** Whether the caller is in the squad, and may open its room. */
    yours: z.boolean(),
  }),
  /** The caller's own zone. */
  zone: z.string(),
  starts_at: instant,
  ends_at: instant,
  state: z.enum(['proposed', 'stands', 'called_off']),
  /** Who said yes, the earliest first. */
  players: z.array(
    Player.extend({
      is_you: z.boolean(),
      here_at: instant.nullable(),
      /** Plays this session only. */
      stand_in: z.boolean(),
      position: z.string().nullable(),
      /** Between those who stand in and the others: how to reach each other. */
      contacts: Contacts,
    }),
  ),
  /** What the caller is asked who is not in the squad; null for its members. */
  stand_in: StandInQuestion.nullable(),
  /** Null while there is nothing to ask: before its end, and for who was not to play. */
  question: SessionQuestion.nullable(),
});
export type SessionView = z.infer<typeof SessionView>;

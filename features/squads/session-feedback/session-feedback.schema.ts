import { z } from 'zod';
import { issueText } from '../../../messages/issue-text.ts';
import { instant } from '../../../time/instant-schema.ts';
import { PlayerId } from '../../accounts/player-id.schema.ts';
import { Feedback } from '../../matches/match-feedback/match-feedback.schema.ts';
import * as messages from '../squads.messages.ts';
import { Contacts, SubstituteQuestion } from '../substitutes/substitutes.schema.ts';

/** Maximum number of no-shows: a full roster minus the player giving feedback. */
const MAX_NO_SHOWS = 9;

/** Match feedback, given for a squad's session. */
export const SessionFeedback = Feedback.extend({
  /** Players in the lineup who didn't show up. */
  absent_ids: z
    .array(PlayerId)
    .max(MAX_NO_SHOWS, issueText(messages.tooManyNoShows, { max: MAX_NO_SHOWS }))
    .default([]),
});
export type SessionFeedback = z.output<typeof SessionFeedback>;

const Player = z.object({ id: z.uuid(), display_name: z.string(), avatar_path: z.string().nullable() });

/** The "How was it?" question for a player in the lineup. */
export const SessionQuestion = z.object({
  session_id: z.uuid(),
  starts_at: instant,
  ends_at: instant,
  /** The deadline for giving and changing feedback. */
  until: instant,
  said: SessionFeedback.nullable(),
  /** Players whom the caller reported missing during the session; empty once the caller has given feedback. */
  reported: z.array(z.uuid()),
  /** The other players in the lineup. */
  others: z.array(Player),
});
export type SessionQuestion = z.infer<typeof SessionQuestion>;

/** A session as seen by players who have or had a spot in it. */
export const SessionView = z.object({
  id: z.uuid(),
  squad: z.object({
    id: z.uuid(),
    name: z.string(),
    crest_seed: z.number().int(),
    /** Whether the caller is a member and can open the squad's room. */
    yours: z.boolean(),
  }),
  /** The caller's own time zone. */
  zone: z.string(),
  starts_at: instant,
  ends_at: instant,
  state: z.enum(['proposed', 'stands', 'called_off']),
  /** Players who said yes, earliest first. */
  players: z.array(
    Player.extend({
      is_you: z.boolean(),
      here_at: instant.nullable(),
      /** Whether the player is a substitute for this session only. */
      stand_in: z.boolean(),
      position: z.string().nullable(),
      /** Contacts, shown only between substitutes and the other players. */
      contacts: Contacts,
    }),
  ),
  /** The sub offer to a caller from outside the squad; null for members. */
  stand_in: SubstituteQuestion.nullable(),
  /** Feedback question; null before the session's end and for anyone not in the lineup. */
  question: SessionQuestion.nullable(),
});
export type SessionView = z.infer<typeof SessionView>;

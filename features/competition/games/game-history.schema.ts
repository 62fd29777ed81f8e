import { z } from 'zod';
import { issueText } from '../../../messages/issue-text.ts';
import { instant } from '../../../time/instant-schema.ts';
import { PlayerId } from '../../accounts/player-id.schema.ts';
import { MODES } from '../../profiles/game.schema.ts';
import * as messages from '../competition.messages.ts';

export const HistoryQuery = z.object({
  mode: z.enum(MODES, { error: issueText(messages.modeInvalid, { modes: MODES.join(', ') }) }).optional(),
  /** Only games with this teammate. */
  with: PlayerId.optional(),
  before: z.string().max(100).optional(),
});
export type HistoryQuery = z.output<typeof HistoryQuery>;

/** A game that counts, from the side of a player or a squad. */
const HistoryItem = z.object({
  id: z.uuid(),
  /** Whether the caller can open the game's page. */
  open: z.boolean(),
  ended_at: instant,
  mode: z.enum(MODES),
  best_of: z.number().int(),
  outcome: z.enum(['won', 'lost', 'tied']),
  own_score: z.number().int().nullable(),
  other_score: z.number().int().nullable(),
  /** The other squad; null if it's unknown or not public. */
  opponent: z.string().nullable(),
  /** The other players of the side; empty for callers who weren't there. */
  teammates: z.array(z.string()),
});
export type HistoryItem = z.infer<typeof HistoryItem>;

export const GameHistory = z.object({
  games: z.array(HistoryItem),
  /** Value of `before` for the next page; null at the end. */
  next: z.string().nullable(),
  /** Teammates to filter by. */
  teammates: z.array(z.object({ id: z.uuid(), display_name: z.string() })),
});
export type GameHistory = z.infer<typeof GameHistory>;

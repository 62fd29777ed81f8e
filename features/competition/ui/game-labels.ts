import type { Message } from '../../../messages/message.ts';
import type { Translator } from '../../../messages/translator.ts';
import type { Tone } from '../../../web/ui/tone.ts';
import * as messages from '../competition.messages.ts';
import type { BoxScore, Game, GameState } from '../games/games.schema.ts';

export const STATE_LABELS: Record<GameState, { label: Message; tone: Tone }> = {
  started: { label: messages.stateStarted, tone: 'cyan' },
  reported: { label: messages.stateReported, tone: 'gold' },
  confirmed: { label: messages.stateConfirmed, tone: 'green' },
  disputed: { label: messages.stateDisputed, tone: 'red' },
  decided: { label: messages.stateDecided, tone: 'green' },
  void: { label: messages.stateVoid, tone: 'neutral' },
};

export const STAT_LABELS: Record<keyof BoxScore, Message> = {
  points: messages.statPoints,
  rebounds: messages.statRebounds,
  assists: messages.statAssists,
  steals: messages.statSteals,
  blocks: messages.statBlocks,
  turnovers: messages.statTurnovers,
  fg_made: messages.statFgMade,
  fg_attempted: messages.statFgAttempted,
  threes_made: messages.statThreesMade,
  threes_attempted: messages.statThreesAttempted,
};
export const STATS = Object.keys(STAT_LABELS) as (keyof BoxScore)[];

type Result = Game['results'][number];

/** Returns the result in force; undefined while the game is being played. */
export const findResultInForce = ({ results, version }: Game): Result | undefined =>
  results.find((result) => result.version === version);

/** Names a side as on the day of the game. */
export const nameSide = (t: Translator, { sides }: Game, number: 1 | 2): string =>
  sides.find(({ side }) => side === number)?.name ?? t(messages.unknownOpponents);

export const nameGame = (t: Translator, game: Game): string =>
  t(messages.versus, { home: nameSide(t, game, 1), away: nameSide(t, game, 2) });

/** Formats a result as a score from side 1, or says who won if nobody typed in a score. */
export function formatResult(t: Translator, { winner, score_1: own, score_2: other }: Result): string {
  if (own !== null && other !== null) return t(messages.scoreResult, { own, other });
  return t(winner === 0 ? messages.tieMark : winner === 1 ? messages.winnerMark : messages.loserMark);
}

export const formatMode = (t: Translator, { mode, best_of, number }: Game): string =>
  best_of === 1 ? t(messages.modeLine, { mode, number }) : t(messages.modeLineSeries, { mode, bestOf: best_of });

/** Returns the version that the caller can confirm or, in a dispute, accept. */
export function findVersionToConfirm({ state, results, version, sides, your_side }: Game): number {
  if (state !== 'disputed') return version;
  const isTheirs = ({ side, reported_by_you }: Result) => (sides.length === 2 ? side !== your_side : !reported_by_you);
  return results.findLast(isTheirs)?.version ?? version;
}

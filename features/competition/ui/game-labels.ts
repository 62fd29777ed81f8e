import type { Message } from '../../../messages/message.ts';
import type { Translator } from '../../../messages/translator.ts';
import type { Tone } from '../../../web/ui/tone.ts';
import * as messages from '../competition.messages.ts';
import type { BoxScore, Game, GameState, Lineup } from '../games/games.schema.ts';

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

export type KnownClaim = { outcome: 'won' | 'lost' | 'tied'; own: number | null; other: number | null };

/** Returns the result in force from the caller's side, as a form starts with it. */
export function findKnownClaim(game: Game): KnownClaim | undefined {
  const result = findResultInForce(game);
  if (!result || !game.your_side) return undefined;
  const [own, other] = game.your_side === 1 ? [result.score_1, result.score_2] : [result.score_2, result.score_1];
  const outcome = result.winner === 0 ? 'tied' : result.winner === game.your_side ? 'won' : 'lost';
  return { outcome, own, other };
}

/** Returns the lineup of the caller's side in the result in force; undefined if it isn't known. */
export function findKnownLineup(game: Game): Lineup | undefined {
  const result = findResultInForce(game);
  const players = result?.players.filter(({ side }) => side === game.your_side) ?? [];
  if (!result || players.length === 0) return undefined;
  // Deleted accounts can't be chosen again. They count as players without one.
  const listed = players.flatMap(({ id, box }) => (id === null ? [] : [{ user_id: id, box }]));
  const guests = game.your_side === 1 ? result.guests_1 : result.guests_2;
  return { players: listed, guests: guests + players.length - listed.length };
}

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

import { isUniqueViolation } from '../../db/database.ts';
import { lazyText } from '../../messages/lazy-text.ts';
import { type Deps, notifyPublicPagesChanged, type Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { DAY_MS, HOUR_MS, HOUR_SECONDS } from '../../time/units.ts';
import { SETTLED_VOTERS } from './ranking-threshold.rules.ts';
import * as messages from './tournament.messages.ts';
import * as queries from './tournament.queries.ts';
import {
  applyVote,
  getVoteDay,
  isWarrior,
  parsePair,
  pickNextDuel,
  rankByCommunity,
  toDuel,
  VOTE_LIMITS,
} from './tournament.rules.ts';
import type { NewVote, NextDuel, PairResult, Ranking, VoteOutcome } from './tournament.schema.ts';

const HOUR_FULL = lazyText(messages.hourLimit, { votes: VOTE_LIMITS.perHour });
const DAY_FULL = lazyText(messages.dayLimit, { votes: VOTE_LIMITS.perDay });

/** Window in which repeat votes by the same person on a warrior count less. */
const RECENT_MS = 30 * DAY_MS;

export async function getRanking(deps: Deps): Promise<Ranking> {
  const ratedWarriors = await queries.listRatings(deps.reads);
  // Sum only the wins, because every vote is one win and one loss.
  return { votes: ratedWarriors.reduce((sum, row) => sum + row.wins, 0), standings: rankByCommunity(ratedWarriors) };
}

/** @throws Refusal not_found when the name isn't two different warriors in id order */
export async function getPairResult(deps: Deps, name: string): Promise<PairResult> {
  const pair = parsePair(name);
  if (!pair) throw new Refusal('not_found', messages.pairUnknown);
  return toPairResult(pair, await queries.getPairCount(deps.reads, pair));
}

function toPairResult(
  pair: { pair: string; first: string; second: string },
  count: { firstWins: number; secondWins: number },
): PairResult {
  return {
    pair: pair.pair,
    first: { id: pair.first, wins: count.firstWins },
    second: { id: pair.second, wins: count.secondWins },
  };
}

/** Returns a user's next pair and how many votes they have left today. */
export async function pickNextPair(deps: Deps, voter: Person): Promise<NextDuel> {
  const now = deps.now();
  const day = getVoteDay(now);
  const { today } = await queries.listVotes(deps.db, voter.userId, day, now);
  const votesLeft = Math.max(0, VOTE_LIMITS.perDay - today.length);
  const ratedWarriors = await queries.listRatings(deps.reads);
  const pairs = new Set(today.map(({ first, second }) => toDuel(first, second).pair));
  const duel = votesLeft > 0 ? pickNextDuel(ratedWarriors, pairs, `${voter.userId}/${day}/${today.length}`) : undefined;
  return { duel: duel ?? null, votesToday: today.length, votesLeft };
}

/**
 * Records a vote. The vote, the pair's count and both ratings change together or not at all.
 * @throws Refusal if a warrior is unknown, if both are the same, if the user already voted on the pair today, or if
 * they've voted too often
 */
export async function castVote(deps: Deps, voter: Person, input: NewVote): Promise<VoteOutcome> {
  if (!isWarrior(input.winner)) throw new Refusal('invalid', messages.warriorUnknown, 'winner');
  if (!isWarrior(input.loser)) throw new Refusal('invalid', messages.warriorUnknown, 'loser');
  if (input.winner === input.loser) throw new Refusal('invalid', messages.sameWarrior, 'loser');
  const now = deps.now();
  const pair = toDuel(input.winner, input.loser);
  const didFirstWin = pair.first === input.winner;
  try {
    const outcome = await deps.db.transaction(async (tx) => {
      await queries.lockVoter(tx, voter.userId);
      const day = getVoteDay(now);
      const { today, lately } = await queries.listVotes(tx, voter.userId, day, new Date(now.getTime() - HOUR_MS));
      if (today.some(({ first, second }) => first === pair.first && second === pair.second)) {
        throw new Refusal('conflict', messages.alreadyVoted);
      }
      if (today.length >= VOTE_LIMITS.perDay) throw new Refusal('too_many', DAY_FULL, undefined, HOUR_SECONDS);
      if (lately >= VOTE_LIMITS.perHour) throw new Refusal('too_many', HOUR_FULL, undefined, HOUR_SECONDS);
      const voteCounts = await queries.countVotesAbout(
        tx,
        voter.userId,
        [pair.first, pair.second],
        new Date(now.getTime() - RECENT_MS),
      );
      await queries.insertVote(tx, {
        voterId: voter.userId,
        firstId: pair.first,
        secondId: pair.second,
        winnerId: input.winner,
        day,
        createdAt: now,
      });
      const lockedRatings = await queries.lockRatings(tx, [pair.first, pair.second], now);
      const before = rankByCommunity(await queries.listRatings(tx));
      const findRating = (id: string) => lockedRatings.find((row) => row.warriorId === id)!;
      const newRatings = applyVote(findRating(input.winner), findRating(input.loser), voteCounts.lately);
      const isFirst = (id: string) => !voteCounts.ever.has(id);
      await queries.saveRating(tx, input.winner, newRatings.winner, { won: true, first: isFirst(input.winner), now });
      await queries.saveRating(tx, input.loser, newRatings.loser, { won: false, first: isFirst(input.loser), now });
      const count = await queries.countPair(tx, pair, didFirstWin, now);
      const standings = rankByCommunity(await queries.listRatings(tx));
      const findStanding = (id: string) => standings.find((standing) => standing.id === id)!;
      const toRankChange = (id: string) => ({
        id,
        before: before.find((standing) => standing.id === id)!.rank,
        after: findStanding(id).rank,
        votersMissing: Math.max(0, SETTLED_VOTERS - findStanding(id).voters),
      });
      return {
        result: toPairResult(pair, count),
        winner: toRankChange(input.winner),
        loser: toRankChange(input.loser),
        votesLeft: VOTE_LIMITS.perDay - today.length - 1,
      };
    });
    await notifyPublicPagesChanged(deps, { shown: ['tournament'] });
    return outcome;
  } catch (error) {
    // When two nodes handle the same vote at the same time, only the database constraint catches the second one.
    if (isUniqueViolation(error, 'tournament_votes_once')) throw new Refusal('conflict', messages.alreadyVoted);
    throw error;
  }
}

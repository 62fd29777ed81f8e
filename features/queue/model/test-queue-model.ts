import { createRandom } from '../../../matcher/random.ts';
import type { Deps } from '../../../server/deps.ts';
import { openLog } from '../../../server/log.ts';
import { Refusal } from '../../../server/refusal.ts';
import { createCrashingDeps } from '../../../server/test-crashing-deps.ts';
import type { TestContext } from '../../../server/test-deps.ts';
import { makePlayer, type Player } from '../../profiles/profiles.factory.ts';
import { findTicket, markSeen } from '../queue.queries.ts';
import { recordCheckShown } from '../queue-answers.commands.ts';
import { findSeat } from '../queue-checks.queries.ts';
import { QueueLeader } from '../queue-leader.commands.ts';

const ROLES = ['PG', 'SG', 'SF', 'PF', 'C'] as const;
const PLAYER_COUNT = 15;
/** Odds of a crash (1 in n) per action or round, and the latest statement at which it can happen. */
const CRASH_ONE_IN = 6;
const MAX_STATEMENTS = 40;

/** Events that may explain why a user is out of the queue. Cleared when they join. */
export type PlayerHistory = Set<
  | ('left' | 'declined' | 'slept' | 'shown' | 'unseen' | 'banned' | 'blocked' | 'hidden' | 'waited')
  | ('grouped' | 'left party' | 'ended party')
>;

export type QueueModel = Awaited<ReturnType<typeof createQueueModel>>;

/** Creates a simulation with queue users, the leaders that match them, a clock, and processes that can crash. */
export async function createQueueModel(context: TestContext, seed: number) {
  const { below } = createRandom(seed);
  let clock = Date.parse('2026-03-03T12:00:00Z');
  context.setNow(new Date(clock));
  const { deps } = context;
  const players: Player[] = [];
  for (let index = 0; index < PLAYER_COUNT; index += 1) {
    players.push(
      await makePlayer(deps, {
        role: ROLES[index % ROLES.length]!,
        flex_positions: [ROLES[(index + 2) % ROLES.length]!],
        languages: ['Queue model'],
      }),
    );
  }
  const tally: Record<string, number> = {};
  const count = (what: string) => {
    tally[what] = (tally[what] ?? 0) + 1;
  };
  const onlineIds = new Set(players.map(({ userId }) => userId));
  const histories = new Map<string, PlayerHistory>(players.map(({ userId }) => [userId, new Set()]));
  let leaders = [new QueueLeader(deps), new QueueLeader(deps)];

  /** @returns the result for the user: `done`, the code of a refusal, or undefined if the process crashed */
  const perform = async (work: (deps: Deps) => Promise<unknown>): Promise<string | undefined> => {
    // Most actions have few statements, so pick early ones more often. Otherwise most crashes would never happen.
    const statement = 1 + below(1 + below(MAX_STATEMENTS));
    const crashing = below(CRASH_ONE_IN) === 0 ? createCrashingDeps(deps, statement, below(2) === 0) : undefined;
    try {
      await work(crashing?.deps ?? deps);
      return 'done';
    } catch (error) {
      if (crashing?.hasCrashed()) {
        count('crashes');
        return undefined;
      }
      if (error instanceof Refusal) return error.code;
      throw error;
    }
  };

  /** Shows open checks to online players, except for a few who lost their connection. */
  const showChecks = async () => {
    for (const { userId } of players) {
      const ticket = await findTicket(deps.db, userId);
      if (!ticket?.checkId) continue;
      const seat = await findSeat(deps.db, ticket.checkId, userId);
      if (seat?.state !== 'asked' || seat.shownAt) continue;
      if (onlineIds.has(userId) && below(12) > 0) {
        histories.get(userId)!.add('shown');
        await recordCheckShown(deps, { userId }, { id: ticket.checkId });
      } else histories.get(userId)!.add('unseen');
    }
  };

  return {
    ...{ context, deps, players, below, count, tally, onlineIds, histories, perform },
    pick: <T>(list: readonly T[]): T => list[below(list.length)]!,
    now: () => new Date(clock),
    advance: async (ms: number) => {
      await showChecks();
      clock += ms;
      context.setNow(new Date(clock));
      await markSeen(deps.db, [...onlineIds], new Date(clock));
    },
    /** Runs a matching round on one of the nodes. Occasionally it dies, and a replacement starts without any state. */
    runLeader: async () => {
      const index = below(leaders.length);
      if (below(CRASH_ONE_IN) > 0) return leaders[index]!.tick();
      const crashing = createCrashingDeps(deps, 1 + below(MAX_STATEMENTS), below(2) === 0);
      await new QueueLeader({ ...crashing.deps, log: openLog('fatal') }).tick().catch(() => {});
      count('leaders that crashed');
      leaders = leaders.with(index, new QueueLeader(deps));
      return true;
    },
  };
}

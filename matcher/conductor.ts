import { parentPort } from 'node:worker_threads';
import type { MatchingRules, PoolPlayer, Result, Squad } from './matcher-schema.ts';
import { createPlayerInterner } from './player-interner.ts';
import { type FromConductor, RESULT_PARTS, SLICE_SIZE, type ToConductor } from './pool-workers.ts';
import type { PreviousRun } from './previous.ts';
import { TaskThreads } from './task-threads.ts';
import { prepareWhyNot } from './why-not.ts';

/**
 * Worker thread that receives a pool in slices, drives a run and distributes its tasks to helper threads and itself.
 */
const port = parentPort!;
const players: PoolPlayer[] = [];
const internPlayer = createPlayerInterner();
const previous: PreviousRun = { squads: [], pairs: [], leftOver: [] };
let sendMore = () => {};
let start: Extract<ToConductor, { kind: 'start' }> | undefined;

port.on('message', (message: ToConductor) => {
  if (message.kind === 'start') start = message;
  if (message.kind === 'players') receivePlayers(message);
  if (message.kind === 'previous') (previous[message.part] as unknown[]).push(...message.rows);
  if (message.kind === 'more') sendMore();
  if (message.kind === 'why not') answerWhyNot(message);
  if (message.kind === 'run') {
    executeRun(start!.rules, message).catch((error: Error) => postToPool({ kind: 'failed', message: error.message }));
  }
});

function receivePlayers({ players: rows, forbiddenGroups = [] }: Extract<ToConductor, { kind: 'players' }>): void {
  for (const player of rows) players.push(start!.paged ? internPlayer(player) : player);
  for (const group of forbiddenGroups) start!.forbiddenGroups.push(group);
}

function postToPool(message: FromConductor): void {
  port.postMessage(message);
}

function answerWhyNot({ playerIds, ...known }: Extract<ToConductor, { kind: 'why not' }>): void {
  try {
    const pool = { weekOf: start!.weekOf, players, forbiddenGroups: start!.forbiddenGroups };
    const { squads, pairs } = previous as Pick<Result, 'squads' | 'pairs'>;
    const explainMissing = prepareWhyNot(pool, start!.rules, { squads, pairs, ...known });
    postToPool({ kind: 'answers', answers: playerIds.map(explainMissing) });
  } catch (error) {
    postToPool({ kind: 'failed', message: (error as Error).message });
  }
}

async function executeRun(rules: MatchingRules, run: Extract<ToConductor, { kind: 'run' }>): Promise<void> {
  const workers = new TaskThreads(Math.max(1, run.threads));
  try {
    const pool = { weekOf: start!.weekOf, players, forbiddenGroups: start!.forbiddenGroups };
    const { certificate, ...lists } = await workers.run(pool, rules, {
      seed: run.seed,
      effort: run.effort,
      proof: run.proof,
      changed: run.changed,
      previous: run.incremental ? previous : undefined,
      onProgress: (progress) => postToPool({ kind: 'progress', progress }),
      now: () => performance.now(),
      memory: () => process.memoryUsage().rss,
    });
    const rowOf = new Map(start!.paged ? players.map((player) => [player.id, player]) : []);
    const listMembers = ({ members }: { members: string[] }) => members.map((id) => rowOf.get(id)!);
    for (const part of RESULT_PARTS) {
      const rows = lists[part] ?? [];
      for (let index = 0; index < rows.length; index += SLICE_SIZE) {
        const requestPromise = new Promise<void>((resolve) => {
          sendMore = resolve;
        });
        const slice = rows.slice(index, index + SLICE_SIZE);
        const isProposals = part === 'squads' || part === 'pairs';
        const members = start!.paged && isProposals ? (slice as Squad[]).map(listMembers) : undefined;
        postToPool({ kind: 'part', part, rows: slice, ...(members && { members }) });
        await requestPromise;
      }
    }
    postToPool({ kind: 'done', certificate });
  } finally {
    await workers.end();
  }
}

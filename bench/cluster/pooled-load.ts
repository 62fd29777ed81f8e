import { setTimeout as sleep } from 'node:timers/promises';
import { startTestPooler } from '../../db/test-pooler.ts';
import { askNode, makeNumberWriter } from '../../server/test-writers.ts';
import { type NodeUnderTest, startNode } from '../../tools/node-under-test.ts';
import { computeMedian, roundToTwoDigits } from '../bench-tools.ts';

const NODE_COUNT = 8;
const SERVER_CONNECTIONS = 40;
const CONCURRENCY = 48;
const SECONDS = 6;
const ROUND_COUNT = 5;
const PATHS = ['/api/profiles/me', '/api/profiles', '/api/dashboard'];

/** Measures signed-in reads across all nodes at a fixed concurrency. @returns the 99th percentile in ms */
async function measureP99(nodes: NodeUnderTest[], token: string): Promise<number> {
  const endsAt = performance.now() + SECONDS * 1_000;
  const times: number[] = [];
  let turn = 0;
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (performance.now() < endsAt) {
        const node = nodes[turn % nodes.length]!;
        const path = PATHS[turn++ % PATHS.length]!;
        const response = await askNode(node.origin, path, { headers: { Authorization: `Bearer ${token}` } });
        if (response.status !== 200) {
          // Wait, because the node writes its log shortly after it responds.
          await sleep(500);
          throw new Error(`${path} was answered with ${response.status}: ${response.text}\n${node.output()}`);
        }
        times.push(response.ms);
      }
    }),
  );
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
}

/**
 * Opens connections one node at a time. If all eight nodes opened theirs at once on two cores, the startup load would
 * distort the measurement.
 */
async function warmUp(nodes: NodeUnderTest[], token: string): Promise<void> {
  for (const node of nodes) {
    const paths = Array.from({ length: CONCURRENCY / NODE_COUNT }, () => PATHS).flat();
    for (let time = 0; time < 3; time++) {
      await Promise.all(
        paths.map((path) => askNode(node.origin, path, { headers: { Authorization: `Bearer ${token}` } })),
      );
    }
  }
}

/** Runs the same load alternately on nodes that connect to PostgreSQL directly and on nodes that share a pooler. */
export async function measurePooled(postgresUrl: string) {
  const pooler = await startTestPooler(postgresUrl, SERVER_CONNECTIONS);
  const startedNodes: NodeUnderTest[] = [];
  const sharedVariables = {
    ROLE: 'web',
    AUTH_AUTOCONFIRM: 'true',
    AUTH_LIMITS_DISABLED: 'true',
    DISCORD_BOT_TOKEN: 'a key',
  };
  const start = async (variables: Record<string, string>) => {
    for (let index = 0; index < NODE_COUNT; index++)
      startedNodes.push(await startNode({ ...sharedVariables, ...variables }));
    return startedNodes.slice(-NODE_COUNT);
  };
  try {
    const direct = await start({ DATABASE_URL: postgresUrl });
    const pooledNode = await start({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: postgresUrl });
    return await compare(direct, pooledNode);
  } finally {
    for (const node of startedNodes) await node.stop('SIGKILL');
    await pooler.stop();
  }
}

async function compare(direct: NodeUnderTest[], pooled: NodeUnderTest[]) {
  const { token } = await makeNumberWriter(direct[0]!.origin, 'bench');
  await warmUp(direct, token);
  await warmUp(pooled, token);
  const rounds: { direct: number; pooled: number }[] = [];
  for (let round = 0; round < ROUND_COUNT; round++) {
    rounds.push({ direct: await measureP99(direct, token), pooled: await measureP99(pooled, token) });
  }
  return {
    nodes: NODE_COUNT,
    serverConnections: SERVER_CONNECTIONS,
    directMs: Math.round(computeMedian(rounds.map((round) => round.direct))),
    pooledMs: Math.round(computeMedian(rounds.map((round) => round.pooled))),
    ratio: roundToTwoDigits(computeMedian(rounds.map((round) => round.pooled / round.direct))),
  };
}

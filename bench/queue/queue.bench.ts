import { existsSync, readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { hasPostgres, startTestPostgres } from '../../db/test-postgres.ts';
import { createScratchFolder, startNode } from '../../tools/node-under-test.ts';
import { writeResults } from '../bench-tools.ts';
import { measureLeaderFailures } from './measure-leader-failures.ts';
import { measureLoad } from './measure-load.ts';
import { measureQuality } from './measure-quality.ts';
import { checkBars, type Measurements } from './queue-bars.ts';
import { startWebTier } from './queue-people.ts';

/**
 * Measures the live queue with two nodes on one PostgreSQL: how soon a group gets its ready check while ten thousand
 * players wait and hundreds join and leave, the leader's load, and whether players are lost when the leader is killed.
 * Also compares the quality of a simulated session with the batch matcher, which needs no nodes.
 * `--only=load,failover,quality` runs some parts and keeps the results of all others. `--rounds=5` kills the leader
 * less often, as a rehearsal.
 */
const { values } = parseArgs({
  options: { only: { type: 'string' }, rounds: { type: 'string', default: '20' } },
});
const selection = values.only?.split(',');
const isRequested = (name: keyof Measurements) => !selection || selection.includes(name);

async function runOnNodes<T>(measure: (variables: Record<string, string>) => Promise<T>): Promise<T> {
  const postgres = await startTestPostgres();
  const folder = createScratchFolder();
  const variables = {
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    SEED_PLAYERS: '60',
    PUBLIC_ORIGIN: 'http://localhost:4000',
    DATABASE_URL: postgres.url,
    DATA_DIR: folder.path,
  };
  try {
    // Start a node once to seed the database.
    await (await startNode(variables)).stop();
    return await measure(variables);
  } finally {
    await postgres.stop();
    folder.remove();
  }
}

async function benchLoad() {
  return runOnNodes(async (variables) => {
    const web = await startWebTier(variables);
    const nodes = [await startNode(variables), await startNode(variables)];
    const loadResult = await measureLoad(web.deps, nodes);
    for (const node of nodes) await node.stop('SIGKILL');
    await web.close();
    return loadResult;
  });
}

async function benchLeaderFailures() {
  return runOnNodes(async (variables) => {
    const web = await startWebTier(variables);
    const loadResult = await measureLeaderFailures(web.deps, () => startNode(variables), Number(values.rounds));
    await web.close();
    return loadResult;
  });
}

if ((isRequested('load') || isRequested('failover')) && !hasPostgres()) {
  console.error('Two nodes need a PostgreSQL of their own, which is not installed here.');
  process.exit(1);
}
const loadBefore = Math.round(loadavg()[0]! * 10) / 10;
const runInfo = { at: new Date().toISOString(), cores: cpus().length, loadBefore };
const measurements: Measurements = {
  ...(isRequested('quality') && { quality: { ...runInfo, ...measureQuality() } }),
  ...(isRequested('load') && { load: { ...runInfo, ...(await benchLoad()) } }),
  ...(isRequested('failover') && { failover: { ...runInfo, ...(await benchLeaderFailures()) } }),
};
const results = checkBars(measurements);
console.table(results);
console.log(JSON.stringify(measurements, null, 2));
const file = 'bench/results/queue.json';
const previousResults = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
const report = { ...previousResults.measured, ...measurements };
writeResults('queue', { measured: report, results: checkBars(report) });
process.exit(Object.values(results).every(({ pass }) => pass) ? 0 : 1);

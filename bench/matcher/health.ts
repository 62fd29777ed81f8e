import { fileURLToPath } from 'node:url';
import { createScratchFolder, type NodeUnderTest, startNode } from '../../tools/node-under-test.ts';
import type { Row } from './bars.ts';

const PRELOAD = fileURLToPath(new URL('./run-in-node.ts', import.meta.url));
const CHECK = '/api/health/live';

/**
 * Measures how long a real node takes to answer health checks while a run of `size` players is active on the matcher's
 * threads, including the time to pass rows there and back; and without a run, for comparison.
 */
export async function measureHealthDuringRun(size: number): Promise<Row[]> {
  const folder = createScratchFolder();
  const node = await startNode({
    DATA_DIR: folder.path,
    NODE_OPTIONS: `--import ${PRELOAD}`,
    MATCHER_RUN_PLAYERS: String(size),
    // With a third-party key it isn't a demo, so it won't seed itself during the measurement.
    DISCORD_BOT_TOKEN: 'a key',
  });
  try {
    const rows = [rowOf('no run', await probeUntil(node, after(3000)))];
    for (const effort of ['quick', 'full']) {
      node.process.kill('SIGUSR2');
      const times = await probeUntil(node, () => node.output().includes(`matcher run ended: ${effort}`));
      rows.push(rowOf(`${size} ${effort}`, times));
    }
    return rows;
  } finally {
    await node.stop();
    folder.remove();
  }
}

function after(milliseconds: number): () => boolean {
  const until = performance.now() + milliseconds;
  return () => performance.now() > until;
}

async function probeUntil(node: NodeUnderTest, ended: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!ended()) {
    const asked = performance.now();
    const answer = await fetch(node.origin + CHECK);
    await answer.text();
    if (!answer.ok) throw new Error(`${CHECK} answered ${answer.status}`);
    times.push(performance.now() - asked);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return times.sort((a, b) => a - b);
}

function rowOf(run: string, times: number[]): Row {
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(1);
  return { run, checks: times.length, 'p50 ms': at(0.5), 'p99 ms': at(0.99), 'longest ms': at(1) };
}

import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { runMatcherInWorkers } from '../../matcher/pool-workers.ts';
import { defaultRules } from '../../matcher/run.ts';
import type { Row } from './bars.ts';
import { makePool } from './pools.ts';

/** Asks a URL again and again until its standard input ends; then prints the milliseconds of all answers. */
const ASKER = `
const times = []; let on = true; process.stdin.on('end', () => { on = false; }).resume();
while (on) { const at = performance.now(); const r = await fetch(process.argv[1]); await r.text();
  if (!r.ok) throw new Error(String(r.status)); times.push(performance.now() - at); await new Promise((go) => setTimeout(go, 5)); }
console.log(JSON.stringify(times));`;

/** Time to answer health checks, asked from another process, while this one has a run of `size` players under way. */
export async function healthDuringRun(size: number): Promise<Row[]> {
  const pool = makePool('community', size, 3);
  const server = createServer((_, response) => response.end('{"status":"ok"}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const rows: Row[] = [];
  for (const effort of ['none', 'quick', 'full'] as const) {
    const asker = spawn(process.execPath, ['--input-type=module', '-e', ASKER, `http://127.0.0.1:${port}/`]);
    let told = '';
    asker.stdout.on('data', (chunk) => {
      told += chunk;
    });
    const ended = new Promise((resolve) => asker.on('close', resolve));
    const started = performance.now();
    // Without a run for comparison: other load on the machine shows there too.
    if (effort === 'none') await new Promise((resolve) => setTimeout(resolve, 3000));
    else await runMatcherInWorkers(pool, defaultRules, { seed: 1, effort });
    const seconds = (performance.now() - started) / 1000;
    asker.stdin.end();
    await ended;
    const times = (JSON.parse(told) as number[]).sort((a, b) => a - b);
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(1);
    rows.push({
      run: effort === 'none' ? 'no run' : `${size} ${effort}, rows handed over and back included`,
      seconds: seconds.toFixed(1),
      checks: times.length,
      'p50 ms': at(0.5),
      'p99 ms': at(0.99),
      'longest ms': at(1),
    });
  }
  server.close();
  return rows;
}

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, freemem } from 'node:os';

/**
 * `npm run check`: runs these `check:…` scripts of package.json, longest first, as many at a time as cores and memory
 * allow.
 */
const checks = ['types', 'unused', 'structure', 'docs', 'lint'];
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
/** Memory that the largest check needs. */
const BYTES_PER_CHECK = 1024 ** 3;

/** Runs a command with the `PATH` from npm, which includes the project's programs. */
function runCommand(command: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }));
  });
}

async function runCheck(name: string): Promise<void> {
  const startedAt = performance.now();
  const { code, output } = await runCommand(scripts[`check:${name}`]!);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'passed' : 'FAILED'}  check:${name}  ${seconds} s`);
  if (code === 0) return;
  console.log(output);
  process.exitCode = 1;
}

async function runWaiting(): Promise<void> {
  for (let name = checks.shift(); name; name = checks.shift()) await runCheck(name);
}

const lanes = Math.max(1, Math.min(availableParallelism(), Math.floor(freemem() / BYTES_PER_CHECK)));
await Promise.all(Array.from({ length: lanes }, runWaiting));

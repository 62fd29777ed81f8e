import { setTimeout as sleep } from 'node:timers/promises';
import { type ImageBytes, MEMORY_LIMIT } from './picture-tasks.ts';
import { serveTasks } from './serve-tasks.ts';

/** Behaviors of a decoder that gets a hostile file. */
export type Misbehavior = {
  does: 'answers' | 'waits' | 'rests' | 'spins' | 'toils' | 'eats' | 'dies' | 'fails';
  name?: string;
};

const MAX_MS = 1_000;
const buffers: Buffer[] = [];

serveTasks<Misbehavior>(MAX_MS, async ({ does, name = '' }) => {
  if (does === 'waits') await sleep(200);
  if (does === 'rests') await sleep(MAX_MS + 200);
  if (does === 'spins') for (;;);
  while (does === 'toils') {
    for (const until = performance.now() + 20; performance.now() < until; );
    await sleep(1);
  }
  if (does === 'dies') process.kill(process.pid, 'SIGKILL');
  if (does === 'fails') throw new Error('It cannot be read.');
  while (does === 'eats') {
    buffers.push(Buffer.alloc(MEMORY_LIMIT / 64, 1));
    await sleep(1);
  }
  return { made: [new TextEncoder().encode(name) as ImageBytes] };
});

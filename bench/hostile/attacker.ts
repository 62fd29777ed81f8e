import { EXPENSIVE_REQUESTS, sendFlood } from './attacks.ts';

/** Runs an attack in its own process, so that processing responses doesn't distort the visitor's timings. */
process.on('message', async ({ origin, attack }: { origin: string; attack: string }) => {
  process.send!(await sendFlood(origin, EXPENSIVE_REQUESTS[attack]!));
});

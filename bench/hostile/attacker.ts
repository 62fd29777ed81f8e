import { EXPENSIVE, flood } from './attacks.ts';

/** Runs the attacker in its own process, so processing responses doesn't distort the visitor's timings. */
process.on('message', async ({ origin, attack }: { origin: string; attack: string }) => {
  process.send!(await flood(origin, EXPENSIVE[attack]!));
});

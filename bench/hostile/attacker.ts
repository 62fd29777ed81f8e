import { EXPENSIVE, flood } from './attacks.ts';

/** An attacker in a process of its own, so that what it does with answers doesn't hold up the visitor's clock. */
process.on('message', async ({ origin, attack }: { origin: string; attack: string }) => {
  process.send!(await flood(origin, EXPENSIVE[attack]!));
});

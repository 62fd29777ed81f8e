import { expect, test } from 'vitest';
import { playAssemblies } from './test-assemblies.ts';

// Of the rarest tiers and platforms a community of this size has fewer than five: those are refunded.
test('of 40 requests of a community of 3,000, seven of ten are filled within 48 hours without a hand', async () => {
  const played = await playAssemblies({ players: 3_000, requests: 40, atOnce: 20 });
  expect(played.filled, `not filled: ${played.unfilled.join('; ')}`).toBeGreaterThanOrEqual(28);
}, 900_000);

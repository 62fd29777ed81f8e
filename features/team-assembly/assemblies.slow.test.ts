import { expect, test } from 'vitest';
import { playAssemblies } from './test-assemblies.ts';

// A community of this size has fewer than five players of the rarest tiers and platforms, so those orders are refunded.
// 178 were filled when this was written.
test('fills four of five of 200 orders within 48 hours unaided in a community of 3,000', async () => {
  const played = await playAssemblies({ players: 3_000, requests: 200, atOnce: 20 });
  expect(played.filled, `not filled: ${played.unfilled.join('; ')}`).toBeGreaterThanOrEqual(160);
}, 3_000_000);

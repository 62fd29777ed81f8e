import { describe, expect, it } from 'vitest';
import { MOVEMENT_OUTCOMES } from './movement-outcomes.ts';

describe('MOVEMENT_OUTCOMES', () => {
  it.each(['founders', 'subscription'] as const)('names no player or game when a %s order is decided', (kind) => {
    expect(Object.values(MOVEMENT_OUTCOMES[kind]).join(' ')).not.toMatch(/player|game|coach|payout/i);
  });

  it('names what ends with a plan', () => {
    expect(MOVEMENT_OUTCOMES.subscription.end).toContain('The plan ends now');
  });
});

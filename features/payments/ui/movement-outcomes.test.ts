import { describe, expect, it } from 'vitest';
import { MOVEMENT_OUTCOMES } from './movement-outcomes.ts';

describe('MOVEMENT_OUTCOMES', () => {
  it.each(['founders', 'subscription'] as const)('mentions no player, game, coach or payout for a %s order', (kind) => {
    expect(Object.values(MOVEMENT_OUTCOMES[kind]).join(' ')).not.toMatch(/player|game|coach|payout/i);
  });

  it('says that ending a subscription order ends the plan now', () => {
    expect(MOVEMENT_OUTCOMES.subscription.end).toContain('The plan ends now');
  });
});

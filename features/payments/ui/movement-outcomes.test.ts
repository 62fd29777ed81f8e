import { describe, expect, it } from 'vitest';
import { createTranslator } from '../../../messages/translator.ts';
import { MOVEMENT_OUTCOMES } from './movement-outcomes.ts';

const t = createTranslator();

describe('MOVEMENT_OUTCOMES', () => {
  it.each(['founders', 'subscription'] as const)('mentions no player, game, coach or payout for a %s order', (kind) => {
    expect(
      Object.values(MOVEMENT_OUTCOMES[kind])
        .map((outcome) => t(outcome))
        .join(' '),
    ).not.toMatch(/player|game|coach|payout/i);
  });

  it('says that ending a subscription order ends the plan now', () => {
    expect(t(MOVEMENT_OUTCOMES.subscription.end)).toContain('This ends the plan now');
  });
});

import { describe, expect, it } from 'vitest';
import { findMissingGamertag, getGamertagKind } from './gamertags.rules.ts';

describe('the gamertag of a player', () => {
  it("belongs to the player's own platform", () => {
    const kinds = ['PS5', 'Xbox Series', 'PC', 'Switch', 'Other', null, 'Dreamcast'].map(getGamertagKind);
    expect(kinds).toEqual(['psn', 'xbox', 'discord', 'discord', 'discord', 'discord', 'discord']);
  });

  it('is missing when the player has one only for another platform', () => {
    const tags = { psn: 'rim_runner', xbox: null, discord: ' ' };
    expect(findMissingGamertag({ platform: 'PS5', ...tags })).toBeUndefined();
    expect(findMissingGamertag({ platform: 'Xbox Series', ...tags })).toBe('xbox');
    expect(findMissingGamertag({ platform: 'PC', ...tags })).toBe('discord');
  });
});

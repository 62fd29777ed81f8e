import { describe, expect, it } from 'vitest';
import { findMissingGamertag, getGamertagKind } from './gamertags.rules.ts';

describe('the gamertag of a player', () => {
  it('is the one of their own platform', () => {
    const kinds = ['PS5', 'Xbox Series', 'PC', 'Switch', 'Other', null, 'Dreamcast'].map(getGamertagKind);
    expect(kinds).toEqual(['psn', 'xbox', 'discord', 'discord', 'discord', 'discord', 'discord']);
  });

  it('is missing when only another platform has one', () => {
    const tags = { psn: 'rim_runner', xbox: null, discord: ' ' };
    expect(findMissingGamertag({ platform: 'PS5', ...tags })).toBeUndefined();
    expect(findMissingGamertag({ platform: 'Xbox Series', ...tags })).toBe('xbox');
    expect(findMissingGamertag({ platform: 'PC', ...tags })).toBe('discord');
  });
});

import { describe, expect, it } from 'vitest';
import { collectMentions, mention } from './mentions.ts';

describe('collectMentions', () => {
  it('returns the text and each person it mentions once', () => {
    const write = () => `${mention('1', 'Nova')} and ${mention('2', 'Kira')}: ${mention('1', 'Nova')}`;
    expect(collectMentions(write)).toEqual({
      text: 'Nova and Kira: Nova',
      mentions: { 1: ['Nova'], 2: ['Kira'] },
    });
  });

  it('ignores mentions outside a text, without a user or without a name', () => {
    expect(mention('1', 'Nova')).toBe('Nova');
    const { mentions } = collectMentions(() => [mention(null, 'Nova'), mention('1', undefined)]);
    expect(mentions).toEqual({});
  });

  it('keeps collecting after a nested text failed', () => {
    const { mentions } = collectMentions(() => {
      expect(() =>
        collectMentions(() => {
          throw new Error('lost');
        }),
      ).toThrow('lost');
      return mention('2', 'Kira');
    });
    expect(mentions).toEqual({ 2: ['Kira'] });
  });
});

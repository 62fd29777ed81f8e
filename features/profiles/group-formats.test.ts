import { describe, expect, it } from 'vitest';
import {
  FORMAT_FACTS,
  findFormat,
  formatForPlayers,
  formatOfType,
  GROUP_SIZES,
  mapFormats,
} from './group-formats.schema.ts';

describe('group format list', () => {
  it('lists the formats from the largest to the smallest, each with its own size and type', () => {
    expect(GROUP_SIZES).toEqual([...new Set(GROUP_SIZES)].sort((a, b) => b - a));
    const types = Object.values(FORMAT_FACTS).map(({ type }) => type);
    expect(new Set(types).size).toBe(types.length);
  });

  it('finds a format only by its exact size', () => {
    expect([1, 2, 3, 4, 5, 6].map(findFormat)).toEqual([undefined, 'pair', undefined, undefined, 'squad', undefined]);
  });

  it('chooses the smallest format with a spot for everyone, or else the largest', () => {
    expect([1, 2, 3, 4, 5, 6].map(formatForPlayers)).toEqual(['pair', 'pair', 'squad', 'squad', 'squad', 'squad']);
  });

  it('finds the format of a match type, with pairs for unknown types', () => {
    expect(mapFormats((format) => formatOfType(FORMAT_FACTS[format].type))).toEqual({ squad: 'squad', pair: 'pair' });
    expect(formatOfType('nba2k_trio')).toBe('pair');
  });
});

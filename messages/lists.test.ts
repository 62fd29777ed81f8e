import { describe, expect, it } from 'vitest';
import { english } from './lazy-text.ts';
import { formatList } from './lists.ts';

describe('formatList', () => {
  it('joins with "and", "or" or only commas, without a comma before the last word', () => {
    const items = ['PG', 'SG', 'C'];
    expect(formatList(english, items)).toBe('PG, SG and C');
    expect(formatList(english, items, 'or')).toBe('PG, SG or C');
    expect(formatList(english, items, 'commas')).toBe('PG, SG, C');
  });

  it("follows each language's rules", () => {
    expect(formatList({ locale: 'fr' as never }, ['PG', 'SG', 'C'])).toBe('PG, SG et C');
  });

  it('returns a single item unchanged, and an empty string when there are no items', () => {
    expect(formatList(english, ['PG'])).toBe('PG');
    expect(formatList(english, [])).toBe('');
  });
});

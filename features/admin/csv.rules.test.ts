import { describe, expect, it } from 'vitest';
import { toCsv } from './csv.rules.ts';

describe('toCsv', () => {
  it('starts with a byte order mark so spreadsheets read UTF-8', () => {
    expect(toCsv(['name'], [{ name: 'Éloïse' }])).toBe('\uFEFFname\r\nÉloïse\r\n');
  });

  it('quotes separators and prevents spreadsheets from running formulas', () => {
    expect(toCsv(['a', 'b'], [{ a: 'x, "y"', b: '=1+1' }])).toBe('\uFEFFa,b\r\n"x, ""y""",\'=1+1\r\n');
  });
});

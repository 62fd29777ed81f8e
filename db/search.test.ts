import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nameContains, nameStartsWith } from './search.ts';
import { openTestDatabase } from './test-database.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function isFound(search: string, name: string, condition: typeof nameStartsWith): Promise<boolean> {
  const { rows } = await database.db.execute<{ found: boolean }>(
    sql`select ${condition(sql`${name}::text`, sql`${search}::text`)} as found`,
  );
  return rows[0]!.found;
}

describe('name search', () => {
  it.each([
    ['eloise', 'Éloïse'],
    ['ÉLOÏSE', 'Eloise'],
    ['eloise', 'E\u0301loi\u0308se'],
    ['oneill', 'O’Neill'],
    ["o'neill", 'O’Neill'],
    ['O`NEILL', 'Oneill'],
    ['strasse', 'Straße'],
    ['STRASSE', 'straße'],
    ['straße', 'Strasse'],
    ['istanbul', 'İstanbul'],
    ['isik', 'Işık'],
    ['ilker', 'İlker'],
    ['IŞIK', 'ışık'],
    ['soren', 'Søren'],
    ['lodz', 'Łódź'],
    ['aether', 'Æther'],
    ['thor', 'Þór'],
    ['nguyen', 'Nguyễn'],
    ['ольга', 'ОЛЬГА'],
    ['елка', 'Ёлка'],
    ['νικοσ', 'ΝΊΚΟΣ'],
    ['νίκος', 'Νικοσ'],
    ['محمد', 'مُحَمَّد'],
    ['שלום', 'שָׁלוֹם'],
    ['nova', 'ｎｏｖａ'],
    ['山田', '山田太郎'],
    ['김', '김철수'],
    ['50%', '50% Shooter'],
    ['a_b', 'a_b'],
    ['a\\b', 'a\\b'],
  ])('matches the search %s to the name %s', async (search, name) => {
    expect([await isFound(search, name, nameStartsWith), await isFound(search, `The ${name} X`, nameContains)]).toEqual(
      [true, true],
    );
  });

  it.each([
    ['nova', 'Nora'],
    ['50%', '500 Shooter'],
    ['５０％', '500'],
    ['a_b', 'axb'],
    ['éloïse', 'Eloine'],
  ])("doesn't match the search %s to the name %s", async (search, name) => {
    expect([await isFound(search, name, nameStartsWith), await isFound(search, name, nameContains)]).toEqual([
      false,
      false,
    ]);
  });

  it('finds no match inside a name when the search text has fewer than two letters', async () => {
    expect(await isFound('v', 'Nova', nameContains)).toBe(false);
    expect(await isFound("'", 'Nova', nameContains)).toBe(false);
  });
});

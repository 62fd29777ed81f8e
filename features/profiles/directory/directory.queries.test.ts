import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nameContains, nameStartsWith } from '../../../db/search.ts';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { seedCommunity } from '../player-seeding/player-seeding.factory.ts';
import { countPublishedPlayers, type Equalities, listNewestPlayers } from './directory.queries.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
  await seedCommunity(context.deps, { players: 6_000, seed: 3 });
  await context.deps.db.execute(sql`
    insert into ban_list (user_id, reason) select id, 'test' from protocol_profiles order by id limit 40`);
  await context.deps.db.execute(sql`analyze ban_list`);
});
afterAll(() => context.close());

async function getPlan(filters: Equalities, after?: { createdAt: string; id: string }): Promise<string> {
  const statement = listNewestPlayers(context.deps.db, filters, after, { limit: 51, viewerId: undefined });
  const { rows } = await context.deps.db.execute<{ 'QUERY PLAN': string }>(sql`explain ${statement.getSQL()}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

const choices = {
  platform: [undefined, 'PS5', 'Switch'],
  role: [undefined, 'PG', 'C'],
  region: [undefined, 'NA-East', 'Oceania'],
  mic: [undefined, true, false],
};

describe('directory query', () => {
  test('uses an index for every combination of filters, on first and later pages', async () => {
    const scannedTables: string[] = [];
    const after = { createdAt: '2026-01-01 00:00:00+00', id: '80000000-0000-4000-8000-000000000000' };
    for (const platform of choices.platform)
      for (const role of choices.role)
        for (const region of choices.region)
          for (const mic of choices.mic)
            for (const cursor of [undefined, after]) {
              const plan = await getPlan({ platform, role, region, mic }, cursor);
              if (/Seq Scan on protocol_profiles/.test(plan) || !/protocol_profiles_\w+/.test(plan)) {
                scannedTables.push(`${[platform, role, region, mic, Boolean(cursor)].join(' ')}\n${plan}`);
              }
            }
    expect(scannedTables).toEqual([]);
  });

  test('uses an index for ratings, names and every other filter', async () => {
    await context.deps.db.execute(sql`analyze protocol_profiles`);
    const noFilters = { platform: undefined, role: undefined, region: undefined, mic: undefined };
    const after = { createdAt: '2026-01-01 00:00:00+00', id: '80000000-0000-4000-8000-000000000000', rating: '80' };
    const scannedTables: string[] = [];
    const cases: Partial<Equalities>[] = [
      {},
      { name: 'gra' },
      { name: 'Élo' },
      { name: 'O’Ne' },
      { mode: 'Rec' },
      { level: 'elite' },
      { rating: 95 },
      { language: 'Portuguese' },
      { role: 'C', region: 'Oceania', language: 'English', rating: 90, name: 'ma' },
    ];
    for (const equalities of cases)
      for (const sort of ['newest', 'rating'] as const)
        for (const cursor of [undefined, after]) {
          const statement = listNewestPlayers(context.deps.db, { ...noFilters, ...equalities }, cursor, {
            limit: 51,
            viewerId: undefined,
            sort,
          });
          const { rows } = await context.deps.db.execute<{ 'QUERY PLAN': string }>(sql`explain ${statement.getSQL()}`);
          const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
          if (/Seq Scan on protocol_profiles/.test(plan) || !/protocol_profiles_\w+/.test(plan)) {
            scannedTables.push(`${JSON.stringify(equalities)} ${sort} ${Boolean(cursor)}\n${plan}`);
          }
        }
    expect(scannedTables).toEqual([]);
  });

  test('uses an index for names that start with or contain the search text', async () => {
    await context.deps.db.execute(sql`analyze protocol_profiles`);
    const plans = [nameStartsWith, nameContains].map(async (condition) => {
      const { rows } = await context.deps.db.execute<{ 'QUERY PLAN': string }>(
        sql`explain select id from protocol_profiles where ${condition(sql`display_name`, 'Éloïse O’N')}`,
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    const [begins, containsPlan] = await Promise.all(plans);
    expect(begins).toContain('protocol_profiles_search_key');
    expect(containsPlan).toMatch(/protocol_profiles_search_(key|pairs)/);
    expect(`${begins}${containsPlan}`).not.toContain('Seq Scan');
  });

  test('excludes banned players from the pages and the count', async () => {
    const rows = await listNewestPlayers(
      context.deps.db,
      { platform: undefined, role: undefined, region: undefined, mic: undefined },
      undefined,
      { limit: 10_000, viewerId: undefined },
    );
    expect(rows).toHaveLength(5_960);
    expect(await countPublishedPlayers(context.deps.db)).toBe(5_960);
  });
});

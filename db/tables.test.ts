import { globSync } from 'node:fs';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from './test-database.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('has the same columns and nullability in every table as declared in the code', async () => {
  const { rows } = await database.pool.query<{ place: string; column_name: string; nullable: boolean }>(
    `select c.table_schema || '.' || c.table_name as place, c.column_name, c.is_nullable = 'YES' as nullable
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'`,
  );
  const differences: string[] = [];
  let columnCount = 0;
  for (const file of globSync('features/**/*.tables.ts')) {
    const module: Record<string, unknown> = await import(
      /* @vite-ignore */ new URL(`../${file}`, import.meta.url).href
    );
    for (const table of Object.values(module).filter((value) => is(value, PgTable))) {
      const { name, schema, columns } = getTableConfig(table as PgTable);
      const place = `${schema ?? 'public'}.${name}`;
      const nullable = new Map(rows.filter((row) => row.place === place).map((row) => [row.column_name, row.nullable]));
      columnCount += 1;
      for (const column of columns) {
        if (!nullable.has(column.name)) differences.push(`${file}: ${place}.${column.name} is not in the database`);
        else if (nullable.get(column.name) === column.notNull) {
          differences.push(`${file}: ${place}.${column.name} differs in whether it may be null`);
        }
        nullable.delete(column.name);
      }
      for (const column of nullable.keys()) differences.push(`${file}: ${place}.${column} is not described`);
    }
  }
  expect(columnCount).toBeGreaterThan(5);
  expect(differences).toEqual([]);
});

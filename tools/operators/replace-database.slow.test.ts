import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { hasPostgres, startTestPostgres } from '../../db/test-postgres.ts';
import { replaceDatabase } from './replace-database.ts';

async function query(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

describe.runIf(hasPostgres())('replaceDatabase', () => {
  test('leaves an empty database and keeps the previous one, with the rights of docs/single-server.md', async () => {
    const postgres = await startTestPostgres();
    try {
      await query(postgres.url, 'create role planet_crew login createdb');
      await query(postgres.url, 'create database planet_crew owner planet_crew');
      const url = postgres.url.replace('postgres@', 'planet_crew@').replace(/\/postgres$/, '/planet_crew');
      await query(url, 'create table kept as select 7 as answer');
      const name = await replaceDatabase(url);
      expect(await query(url, "select to_regclass('kept') as found")).toEqual([{ found: null }]);
      expect(await query(url.replace(/planet_crew$/, name), 'select answer from kept')).toEqual([{ answer: 7 }]);
    } finally {
      await postgres.stop();
    }
  });
});

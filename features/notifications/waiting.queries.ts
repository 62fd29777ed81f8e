import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import type { FactsOf, Waiting, WaitingKind } from './waiting.schema.ts';

type Shown<Kind extends WaitingKind> = {
  thing: SQLWrapper;
  name?: SQLWrapper;
  until?: SQLWrapper;
  since: SQLWrapper;
  facts: Record<keyof FactsOf<Kind>, SQLWrapper>;
};

/**
 * The columns of a statement that finds what of one kind waits for somebody, so that many can be read as one.
 * @example sql`select ${waitingColumns('party', { thing: sql`p.id`, since: sql`p.created_at`, facts: {} })} from parties p`
 */
export function waitingColumns<Kind extends WaitingKind>(kind: Kind, row: Shown<Kind>): SQL {
  const facts = Object.entries<SQLWrapper>(row.facts).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`);
  return sql`${sql.raw(`'${kind}'`)} as kind, (${row.thing})::uuid as thing, (${row.name ?? sql`null`})::text as name,
    (${row.until ?? sql`null`})::timestamptz as until, (${row.since})::timestamptz as since,
    jsonb_build_object(${sql.join(facts, sql`, `)}) as facts`;
}

type Row = { kind: WaitingKind; thing: string; name: string | null; until: string | null; since: string };

/** Everything that statements of this kind find, in one. */
export async function readWaiting(db: Db, parts: readonly SQL[]): Promise<Waiting[]> {
  const each = parts.map((part) => sql`(${part})`);
  const { rows } = await db.execute<Row>(sql.join(each, sql` union all `));
  return rows.map(
    (row) => ({ ...row, until: row.until && new Date(row.until), since: new Date(row.since) }) as unknown as Waiting,
  );
}

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

const columns = {
  kind: sql<WaitingKind>`kind`,
  thing: sql<string>`thing`,
  name: sql<string | null>`name`,
  until: sql<string | null>`until`,
  since: sql<string>`since`,
  facts: sql<unknown>`facts`,
};

/** A statement with the columns of `waitingColumns`: what of a feature waits for one person, at an instant. */
export type WaitingFor = (userId: SQLWrapper, now: SQLWrapper) => SQL;

/**
 * Everything that statements of this kind find, in one. Its text is put together once: with all that features ask, that
 * costs more than to ask it.
 * @returns a function that reads it for one person
 */
export function prepareWaiting(db: Db, parts: readonly WaitingFor[]) {
  const userId = sql.placeholder('userId');
  const now = sql`${sql.placeholder('now')}::timestamptz`;
  const each = parts.map((part) => sql`(${part(userId, now)})`);
  // Without a name: the server keeps nothing of it, which a pooler could not follow.
  const statement = db
    .select(columns)
    .from(sql`(${sql.join(each, sql` union all `)}) waiting`)
    .prepare('');
  return async (person: string, at: Date): Promise<Waiting[]> => {
    const rows = await statement.execute({ userId: person, now: at.toISOString() });
    return rows.map(
      (row) => ({ ...row, until: row.until && new Date(row.until), since: new Date(row.since) }) as unknown as Waiting,
    );
  };
}

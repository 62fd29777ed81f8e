import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { parseInstant } from '../../time/postgres-instants.ts';
import type { FactsOf, PendingAction, PendingActionKind } from './pending-actions.schema.ts';

type PendingActionFields<Kind extends PendingActionKind> = {
  thing: SQLWrapper;
  name?: SQLWrapper;
  until?: SQLWrapper;
  since: SQLWrapper;
  facts: Record<keyof FactsOf<Kind>, SQLWrapper>;
};

/**
 * Builds the columns of a statement that finds a user's pending actions of one kind, so that many can be combined.
 * @example sql`select ${selectPendingActionColumns('party', { thing: sql`p.id`, since: sql`p.created_at`, facts: {} })} from parties p`
 */
export function selectPendingActionColumns<Kind extends PendingActionKind>(
  kind: Kind,
  row: PendingActionFields<Kind>,
): SQL {
  const facts = Object.entries<SQLWrapper>(row.facts).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`);
  return sql`${sql.raw(`'${kind}'`)} as kind, (${row.thing})::uuid as thing, (${row.name ?? sql`null`})::text as name,
    (${row.until ?? sql`null`})::timestamptz as until, (${row.since})::timestamptz as since,
    jsonb_build_object(${sql.join(facts, sql`, `)}) as facts`;
}

/**
 * Builds a query for one feature's pending actions of a user at a given time, with the columns of
 * `selectPendingActionColumns`.
 */
export type PendingActionQuery = (userId: SQLWrapper, now: SQLWrapper) => SQL;

/** Combines the queries of several features into one row source. */
export const selectPendingActions = (parts: readonly PendingActionQuery[], userId: SQLWrapper, now: SQLWrapper): SQL =>
  sql`(${sql.join(
    parts.map((part) => sql`(${part(userId, now)})`),
    sql` union all `,
  )})`;

/** A row of `selectPendingActions`. Times are text in the database's format, alone or in a list. */
export type PendingActionRow = Record<'kind' | 'thing' | 'since', string> & {
  name: string | null;
  until: string | null;
};

export const toPendingAction = (row: PendingActionRow): PendingAction =>
  ({ ...row, until: row.until && parseInstant(row.until), since: parseInstant(row.since) }) as unknown as PendingAction;

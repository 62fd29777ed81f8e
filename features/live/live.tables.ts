import { bigint, customType, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

export const liveTopics = pgTable(
  'live_topics',
  {
    kind: text().notNull(),
    id: uuid().notNull(),
    rev: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.id] })],
);

const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

/** Only the database itself writes to this table and clears it; see the migration. */
export const livePending = pgTable('live_pending', {
  tx: transactionId().primaryKey(),
  topics: text().array().notNull(),
});

import { bigint, boolean, jsonb, pgSchema, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../db/instant-column.ts';

const storage = pgSchema('storage');
export const buckets = storage.table('buckets', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  owner: uuid('owner'),
  public: boolean('public').notNull().default(false),
  fileSizeLimit: bigint('file_size_limit', { mode: 'number' }),
  allowedMimeTypes: text('allowed_mime_types').array(),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

export const objects = storage.table('objects', {
  id: uuid('id').primaryKey().defaultRandom(),
  bucketId: text('bucket_id').notNull(),
  name: text('name').notNull(),
  owner: uuid('owner'),
  version: uuid('version').notNull(),
  size: bigint('size', { mode: 'number' }).notNull(),
  mimetype: text('mimetype').notNull(),
  etag: text('etag').notNull(),
  cacheControl: text('cache_control').notNull(),
  userMetadata: jsonb('user_metadata').$type<Record<string, unknown>>().notNull().default({}),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

export const garbage = storage.table('garbage', {
  version: uuid('version').primaryKey(),
  since: instant('since').notNull(),
  owner: uuid('owner'),
  size: bigint('size', { mode: 'number' }).notNull().default(0),
});

export const signing = storage.table('signing', {
  one: boolean('one').primaryKey().default(true),
  secret: text('secret').notNull(),
});

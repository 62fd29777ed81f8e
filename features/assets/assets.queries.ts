import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import type { BucketSearch } from './assets.schema.ts';
import { buckets, garbage, objects, signing } from './assets.tables.ts';

export type BucketRow = typeof buckets.$inferSelect;
export type ObjectRow = typeof objects.$inferSelect;

const BUCKET_ORDERS = {
  id: buckets.id,
  name: buckets.name,
  created_at: buckets.createdAt,
  updated_at: buckets.updatedAt,
} as const;

export function listBuckets(db: Db, { limit, offset, search, sortColumn, sortOrder }: BucketSearch) {
  const direction = sortOrder === 'desc' ? desc : asc;
  const query = db
    .select()
    .from(buckets)
    .where(sql`strpos(lower(${buckets.name}), lower(${search})) > 0`)
    .orderBy(direction(BUCKET_ORDERS[sortColumn]), direction(buckets.id))
    .offset(offset);
  return limit === undefined ? query : query.limit(limit);
}

export async function findBucket(db: Db, id: string): Promise<BucketRow | undefined> {
  const [row] = await db.select().from(buckets).where(eq(buckets.id, id));
  return row;
}

export async function insertBucket(db: Db, row: typeof buckets.$inferInsert): Promise<void> {
  await db.insert(buckets).values(row);
}

export async function updateBucket(db: Db, id: string, change: Partial<typeof buckets.$inferInsert>): Promise<void> {
  await db.update(buckets).set(change).where(eq(buckets.id, id));
}

export async function deleteBucket(db: Db, id: string): Promise<void> {
  await db.delete(buckets).where(eq(buckets.id, id));
}

export async function isBucketEmpty(db: Db, bucketId: string): Promise<boolean> {
  return (
    (await db.select({ id: objects.id }).from(objects).where(eq(objects.bucketId, bucketId)).limit(1)).length === 0
  );
}

const hasName = (bucketId: string, name: string) => and(eq(objects.bucketId, bucketId), eq(objects.name, name));

export async function findObject(db: Db, bucketId: string, name: string): Promise<ObjectRow | undefined> {
  const [row] = await db.select().from(objects).where(hasName(bucketId, name));
  return row;
}

export async function lockObject(tx: Db, bucketId: string, name: string): Promise<ObjectRow | undefined> {
  const [row] = await tx.select().from(objects).where(hasName(bucketId, name)).for('update');
  return row;
}

export async function insertObject(tx: Db, row: typeof objects.$inferInsert): Promise<ObjectRow> {
  const [insertedRow] = await tx.insert(objects).values(row).returning();
  return insertedRow!;
}

export async function updateObject(
  tx: Db,
  id: string,
  change: Partial<typeof objects.$inferInsert>,
): Promise<ObjectRow> {
  const [row] = await tx.update(objects).set(change).where(eq(objects.id, id)).returning();
  return row!;
}

export async function deleteObjects(tx: Db, bucketId: string, names: readonly string[]): Promise<ObjectRow[]> {
  return tx
    .delete(objects)
    .where(and(eq(objects.bucketId, bucketId), inArray(objects.name, [...names])))
    .returning();
}

export async function deleteAllObjects(tx: Db, bucketId: string): Promise<ObjectRow[]> {
  return tx.delete(objects).where(eq(objects.bucketId, bucketId)).returning();
}

/** Lists rows under a prefix, ordered by name. Wildcards in the prefix itself are escaped. */
export async function listObjectsUnder(db: Db, bucketId: string, prefix: string, limit: number): Promise<ObjectRow[]> {
  const likePattern = `${prefix.replace(/[\\%_]/g, '\\$&')}%`;
  return db
    .select()
    .from(objects)
    .where(and(eq(objects.bucketId, bucketId), sql`${objects.name} like ${likePattern}`))
    .orderBy(asc(objects.name))
    .limit(limit);
}

type PageRequest = {
  prefix: string;
  /** Limits the list to entries inside this folder. */
  within: string;
  /** Whether to list a single folder level. Files in a subfolder then appear as one entry, their subfolder. */
  isLevel: boolean;
  sort: { column: 'name' | 'created_at' | 'updated_at'; order: 'asc' | 'desc' };
  after: { at: string | null; name: string } | undefined;
  limit: number;
};

/**
 * Lists entries below a prefix after a cursor, in the same sort order. Folders sort by their newest file.
 * @returns the entries of one page. If there are more, also the page's last entry, whose `at` is in microseconds since
 *   1970
 */
export async function listPageUnder(db: Db, bucketId: string, pageRequest: PageRequest) {
  const { prefix, within, isLevel, sort, after, limit } = pageRequest;
  const nameSuffix = sql`substr(name, char_length(${prefix}) + 1)`;
  const entry = isLevel
    ? sql`case when position('/' in ${nameSuffix}) > 0 then left(name, char_length(${prefix}) + position('/' in ${nameSuffix})) else name end`
    : sql`name`;
  const time = sort.column === 'updated_at' ? sql`updated_at` : sql`created_at`;
  const timeSql = sort.column === 'name' ? sql`0::bigint` : sql`(extract(epoch from max(${time})) * 1000000)::bigint`;
  const [comparison, order] = sort.order === 'asc' ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  const startFilter = after
    ? sql`where (at, entry collate "C") ${comparison} (${after.at ?? '0'}::bigint, ${after.name}::text collate "C")`
    : sql``;
  const { rows } = await db.execute<{ entry: string; at: string; file: string | null }>(sql`
    select entry, at::text as at, case when right(entry, 1) <> '/' then file::text end as file from (
      select entry, ${timeSql} as at, min(id::text) as file
        from (select id, created_at, updated_at, ${entry} as entry from ${objects}
               where bucket_id = ${bucketId} and starts_with(name, ${prefix}) and starts_with(name, ${within})) found
       group by entry) entries
    ${startFilter} order by at ${order}, entry collate "C" ${order} limit ${limit + 1}`);
  const page = rows.slice(0, limit);
  const ids = page.flatMap(({ file }) => file ?? []);
  const files = ids.length === 0 ? [] : await db.select().from(objects).where(inArray(objects.id, ids));
  const byId = new Map(files.map((row) => [row.id, row]));
  const entries = page.flatMap(({ entry, file }) => {
    const row = file === null ? null : byId.get(file);
    return row === undefined ? [] : [{ entry, row }];
  });
  return { entries, last: rows.length > limit ? page.at(-1) : undefined };
}

/** Returns how many files and bytes a user has stored, including claimed space. */
export async function getUsage(db: Db, userId: string): Promise<{ files: number; bytes: number }> {
  const { rows } = await db.execute<{ files: number; bytes: number }>(sql`
    select count(*)::int as files, coalesce(sum(size), 0)::float8 as bytes from (
      select size from ${objects} where owner = ${userId} union all select size from ${garbage} where owner = ${userId}
    ) kept`);
  return rows[0]!;
}

/**
 * Claims space for an upload. Until a row references the bytes, they're listed as garbage and still use the owner's
 * quota.
 */
export async function insertClaim(
  tx: Db,
  claim: { version: string; owner: string | null; size: number },
  now: Date,
): Promise<void> {
  await tx.insert(garbage).values({ ...claim, since: now });
}

/** Releases the owner's claimed space when an upload didn't become a file. */
export async function releaseClaim(db: Db, version: string): Promise<void> {
  await db.update(garbage).set({ owner: null }).where(eq(garbage.version, version));
}

export async function addGarbage(tx: Db, versions: readonly string[], now: Date): Promise<void> {
  if (versions.length === 0) return;
  await tx
    .insert(garbage)
    .values(versions.map((version) => ({ version, since: now })))
    .onConflictDoNothing();
}

export async function listGarbage(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select()
    .from(garbage)
    .where(lt(garbage.since, before))
    .orderBy(asc(garbage.since))
    .limit(limit);
  return rows.map(({ version }) => version);
}

export async function deleteGarbage(db: Db, versions: readonly string[]): Promise<void> {
  if (versions.length > 0) await db.delete(garbage).where(inArray(garbage.version, [...versions]));
}

export async function getSigningSecret(db: Db): Promise<string> {
  const [row] = await db.select().from(signing);
  return row!.secret;
}

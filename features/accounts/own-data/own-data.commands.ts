import type { Actor, Deps } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import * as messages from '../accounts.messages.ts';
import { requireAal2 } from '../person/person.commands.ts';
import { recordEvent } from '../security-events/security-events.commands.ts';
import { EXPORT_FRESH_MS, EXPORT_RETENTION_MS } from './data-export.rules.ts';
import {
  beginExport,
  deleteExpiredExports,
  exportContent,
  findExportProgress,
  listOwnTables,
  listRowsAbout,
  saveProgress,
} from './own-data.queries.ts';
import type { DataExport } from './own-data.schema.ts';

export const DATA_EXPORT_JOB = 'account-export';
export type ExportJob = { userId: string };

const TABLES_PER_REPORT = 5;

const ACTION = 'export the data';
const NONE: DataExport = { state: 'none', done: 0, total: 0, requested_at: null };

const isFresh = (deps: Deps, requestedAt: Date) => deps.now().getTime() - requestedAt.getTime() < EXPORT_FRESH_MS;

/** Returns the progress of a user's export. @throws AuthRefusal insufficient_aal */
export async function readExport(deps: Deps, actor: Actor): Promise<DataExport> {
  await requireAal2(deps, actor, ACTION);
  const found = await findExportProgress(deps.db, actor.userId);
  if (!found) return NONE;
  const { state, done, total, requestedAt } = found;
  const isLost = (state === 'waiting' || state === 'running') && !isFresh(deps, requestedAt);
  return { state: isLost ? 'failed' : state, done, total, requested_at: requestedAt.toISOString() };
}

/**
 * Starts exporting a user's data. An export that's in progress or was just prepared is reused.
 * @throws AuthRefusal insufficient_aal
 */
export async function startExport(deps: Deps, actor: Actor): Promise<DataExport> {
  const { userId } = actor;
  await requireAal2(deps, actor, ACTION);
  await deps.db.transaction(async (tx) => {
    const progress = await findExportProgress(tx, userId, { lock: true });
    if (progress && progress.state !== 'failed' && isFresh(deps, progress.requestedAt)) return;
    await beginExport(tx, userId, deps.now());
    await deps.jobs.send(DATA_EXPORT_JOB, { userId }, { tx, key: userId });
  });
  return readExport(deps, actor);
}

/**
 * Returns the prepared file. Downloads are recorded in the user's security activity, but HEAD requests aren't.
 * @throws Refusal not_found before the file is ready, AuthRefusal insufficient_aal
 */
export async function readExportFile(
  deps: Deps,
  actor: Actor,
  { isDownload }: { isDownload: boolean },
): Promise<string> {
  await requireAal2(deps, actor, ACTION);
  const content = await exportContent(deps.db, actor.userId);
  if (content === undefined) throw new Refusal('not_found', messages.exportNotReady);
  if (isDownload) await recordEvent(deps.db, deps, actor.userId, { action: 'data_exported' });
  return content;
}

/** Prepares a file with one statement per table and reports progress. */
export async function prepareExport(deps: Deps, { userId }: ExportJob, signal?: AbortSignal): Promise<void> {
  const tables = await listOwnTables(deps.db);
  const total = tables.length;
  if (!(await saveProgress(deps.db, userId, { state: 'running', done: 0, total, content: null }))) return;
  try {
    const content = await collectOwnData(deps, userId, async (done) => {
      signal?.throwIfAborted();
      if (done % TABLES_PER_REPORT === 0) await saveProgress(deps.db, userId, { state: 'running', done });
    });
    await saveProgress(deps.db, userId, { state: 'ready', done: total, content });
  } catch (error) {
    await saveProgress(deps.db, userId, { state: 'failed' });
    throw error;
  }
}

/** Returns everything that's stored about a user, as JSON with one list for each table. */
export async function collectOwnData(
  deps: Pick<Deps, 'db'>,
  userId: string,
  onTable: (done: number) => Promise<void> = async () => {},
): Promise<string> {
  const parts: string[] = [];
  for (const [done, table] of (await listOwnTables(deps.db)).entries()) {
    await onTable(done);
    const rows = await listRowsAbout(deps.db, table, userId);
    const name = table.schema === 'public' ? table.name : `${table.schema}.${table.name}`;
    if (rows.length > 0) parts.push(`${JSON.stringify(name)}: [\n  ${rows.join(',\n  ')}\n]`);
  }
  return `{\n${parts.join(',\n')}\n}\n`;
}

/** Deletes old export files. */
export const removeOldExports = (deps: Deps): Promise<void> =>
  deleteExpiredExports(deps.db, new Date(deps.now().getTime() - EXPORT_RETENTION_MS));

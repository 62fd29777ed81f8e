import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../db/database.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { restoreBackup } from '../../tools/restore.ts';
import { makeListing } from '../lfg/lfg.factory.ts';
import { banUser } from '../moderation/bans.commands.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import { recordBackup, writeBackup } from './backup.commands.ts';
import { listTables, streamRows } from './backup.queries.ts';
import { healthJobs } from './health.jobs.ts';

let context: TestContext;
let folder: string;
let player: Player;
/** Text with line breaks, quotes and other characters that often break file formats. */
const SPECIAL_CHARACTERS = 'a\u2028b\u2029c\n#end "quoted" \\ \u{1F3C0} é';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'planet-crew-backup-test-'));
  context = await openTestContext({ BACKUP_DIR: join(folder, 'nightly') });
  const admin = await makeAdmin(context.deps);
  player = await makePlayer(context.deps, { bio: SPECIAL_CHARACTERS.slice(0, 40) });
  await makeListing(context.deps, player, { boost: true });
  // Forms no longer accept these characters, but older rows may contain them.
  await context.deps.database.pool.query('update lfg_listings set notes = $1', [SPECIAL_CHARACTERS]);
  await context.deps.db.transaction((tx) =>
    banUser(tx, context.deps, admin, { userId: player.userId, reason: 'Spam', days: null, scope: 'listing' }),
  );
  await context.deps.database.pool.query(
    `insert into notifications (kind, channel, status, attempt, created_at) select 'lfg', 'email', 'sent', 1, now() from generate_series(1, 1200)`,
  );
});
afterAll(async () => {
  await context.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns every row of every table as text written by the database. */
async function getContent(database: Database): Promise<Record<string, string[]>> {
  return database.db.transaction(async (tx) => {
    const content: Record<string, string[]> = {};
    for (const table of await listTables(tx)) {
      const rows: string[] = [];
      for await (const piece of streamRows(tx, table, 1000)) rows.push(...piece);
      content[`${table.schema}.${table.name}`] = rows.sort();
    }
    return content;
  });
}

async function inFreshDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const freshDatabase = await openDatabase({ snapshot: undefined });
  try {
    await work(freshDatabase);
  } finally {
    await freshDatabase.close();
  }
}

describe('backup', () => {
  it('restores every row into an empty embedded database and leaves the database usable', async () => {
    const { file, rows } = await writeBackup(context.deps, folder);
    const before = await getContent(context.deps.database);
    expect(rows).toBe(Object.values(before).flat().length);
    await inFreshDatabase(async (freshDatabase) => {
      expect(await restoreBackup(freshDatabase, file)).toEqual({ rows, files: 0 });
      expect(await getContent(freshDatabase)).toEqual(before);
      const { rows: listing } = await freshDatabase.pool.query('select notes from lfg_listings');
      expect(listing[0].notes).toBe(SPECIAL_CHARACTERS);
      // Sequences continue after the restored numbers, and foreign keys are enforced again.
      await freshDatabase.pool.query(
        `insert into notifications (kind, channel, status, attempt, created_at) values ('lfg', 'sms', 'sent', 1, now())`,
      );
      await expect(
        freshDatabase.pool.query(`insert into ban_list (user_id, reason) values (gen_random_uuid(), 'x')`),
      ).rejects.toThrow(/foreign key/);
    });
  }, 60_000);

  it('restores uploaded files byte for byte and skips half-written ones', async () => {
    const objects = join(folder, 'objects');
    const files: Record<string, Buffer> = {
      'ab/ab-small': Buffer.from('a picture'),
      'cd/cd-empty': Buffer.alloc(0),
      'ef/ef-large': Buffer.from(Array.from({ length: 200_001 }, (_, n) => (n * 7) % 256)),
    };
    for (const [key, bytes] of [...Object.entries(files), ['ab/ab-half.new', Buffer.from('half')] as const]) {
      mkdirSync(join(objects, key, '..'), { recursive: true });
      writeFileSync(join(objects, key), bytes);
    }
    const backup = await writeBackup(context.deps, folder, objects);
    expect(backup.files).toBe(3);
    const restoredFolder = join(folder, 'restored');
    await inFreshDatabase(async (freshDatabase) => {
      expect(await restoreBackup(freshDatabase, backup.file, { objects: restoredFolder })).toEqual({
        rows: backup.rows,
        files: 3,
      });
      for (const [key, bytes] of Object.entries(files)) expect(readFileSync(join(restoredFolder, key))).toEqual(bytes);
      expect(readdirSync(join(restoredFolder, 'ab'))).toEqual(['ab-small']);
    });
    // A damaged picture is detected before anything is written.
    const text = gunzipSync(readFileSync(backup.file)).toString('utf8');
    const badFile = join(folder, 'bad-file.gz');
    writeFileSync(badFile, gzipSync(text.replace(Buffer.from('a picture').toString('base64'), 'AAAA')));
    await inFreshDatabase(async (freshDatabase) => {
      await expect(restoreBackup(freshDatabase, badFile, { objects: restoredFolder })).rejects.toThrow(/damaged/);
    });
  }, 60_000);

  it('restores format version 1, which has no files', async () => {
    const { file, rows } = await writeBackup(context.deps, folder);
    const text = gunzipSync(readFileSync(file)).toString('utf8').replace('"format":2', '"format":1');
    const body = text.slice(0, text.lastIndexOf('#end'));
    const end = JSON.stringify({ rows, sha256: createHash('sha256').update(body).digest('hex') });
    writeFileSync(join(folder, 'first.gz'), gzipSync(`${body}#end ${end}\n`));
    await inFreshDatabase(async (freshDatabase) => {
      expect(await restoreBackup(freshDatabase, join(folder, 'first.gz'))).toEqual({ rows, files: 0 });
    });
  }, 60_000);

  it('refuses to restore when the database is not empty', async () => {
    const { file } = await writeBackup(context.deps, folder);
    const before = await getContent(context.deps.database);
    await expect(restoreBackup(context.deps.database, file)).rejects.toThrow(
      "This database isn't empty. Restore into an empty one, then switch to it.",
    );
    expect(await getContent(context.deps.database)).toEqual(before);
  });

  it('rejects a truncated, damaged or foreign file before anything is written', async () => {
    const { file } = await writeBackup(context.deps, folder);
    const backup = readFileSync(file);
    const text = gunzipSync(backup).toString('utf8');
    const badFiles = {
      'cut.gz': backup.subarray(0, backup.length / 2),
      'short.gz': gzipSync(text.slice(0, text.lastIndexOf('#end'))),
      'changed.gz': gzipSync(text.replace('Spam', 'Ham!')),
      'newer.gz': gzipSync(text.replace('"format":2', '"format":3')),
      'other.gz': gzipSync('hello\n'),
      'plain.gz': Buffer.from('hello'),
    };
    await inFreshDatabase(async (freshDatabase) => {
      for (const [name, content] of Object.entries(badFiles)) {
        writeFileSync(join(folder, name), content);
        await expect(restoreBackup(freshDatabase, join(folder, name)), name).rejects.toThrow(
          /can't be read to the end|is incomplete|is damaged|This version can't read the backup/,
        );
      }
      await expect(restoreBackup(freshDatabase, join(folder, 'missing.gz'))).rejects.toThrow(
        /can't be read to the end/,
      );
      expect((await freshDatabase.pool.query(`select to_regclass('lfg_listings') as t`)).rows[0].t).toBeNull();
    });
  }, 60_000);

  it('names the file only once it is complete', async () => {
    const { file } = await writeBackup(context.deps, join(folder, 'names'));
    expect(readdirSync(join(folder, 'names'))).toEqual([file.split('/').at(-1)]);
  });
});

describe('nightly backup job', () => {
  it('writes to BACKUP_DIR, records the result and keeps fourteen backups and every manual one', async () => {
    context.setNow(new Date(Date.UTC(2026, 1, 1)));
    const manual = await recordBackup(context.deps, { kind: 'manual' });
    const older = join(folder, 'nightly', 'planet-crew-2025-01-01T09-30-00.000Z.ndjson.gz');
    writeFileSync(older, 'of version 0.3.0, which made no difference');
    for (let night = 0; night < 15; night += 1) {
      context.setNow(new Date(Date.UTC(2026, 2, 2 + night, 9, 30)));
      await healthJobs[0]!.run(context.deps, {}, new AbortController().signal);
    }
    context.setNow(new Date());
    const [oldest, kept, ...files] = readdirSync(join(folder, 'nightly')).sort();
    expect([oldest, kept]).toEqual([older, manual.file].map((path) => path.split('/').at(-1)));
    expect(files).toHaveLength(14);
    expect(files[0]).toContain('2026-03-03T09-30');
    const { rows } = await context.deps.database.pool.query(
      'select * from backup_runs order by started_at desc limit 1',
    );
    expect(rows[0]).toMatchObject({ error: null, file: join(folder, 'nightly', files.at(-1)!) });
    expect(rows[0].bytes).toBeGreaterThan(1000);
  }, 60_000);

  it('records the error when a backup fails', async () => {
    writeFileSync(join(folder, 'a-file'), '');
    await expect(
      recordBackup(context.deps, { kind: 'manual', folder: join(folder, 'a-file', 'below') }),
    ).rejects.toThrow();
    const { rows } = await context.deps.database.pool.query('select error from backup_runs where error is not null');
    expect(rows).toHaveLength(1);
    expect(rows[0].error).toMatch(/ENOTDIR|EEXIST/);
  });

  it('removes the partial files of a failed backup or a killed process', async () => {
    const full = join(folder, 'full');
    const { db } = context.deps;
    const failingDb = Object.assign(Object.create(db) as typeof db, {
      transaction: (work: Parameters<typeof db.transaction>[0], config: Parameters<typeof db.transaction>[1]) =>
        db.transaction(async (tx) => {
          const execute = tx.execute.bind(tx);
          let count = 0;
          const failingExecute = ((statement: Parameters<typeof execute>[0]) => {
            if (count++ === 6) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
            return execute(statement);
          }) as typeof tx.execute;
          return work(Object.assign(tx, { execute: failingExecute }));
        }, config),
    });
    await expect(recordBackup({ ...context.deps, db: failingDb }, { kind: 'manual', folder: full })).rejects.toThrow(
      'no space left',
    );
    expect(readdirSync(full)).toEqual([]);
    const leftover = join(full, 'planet-crew-2026-01-01T00-00-00.000Z.ndjson.gz.part');
    const running = join(full, 'planet-crew-2026-01-02T00-00-00.000Z.ndjson.gz.part');
    for (const path of [leftover, running]) writeFileSync(path, 'cut short');
    const hoursAgo = new Date(Date.now() - 5 * 3_600_000);
    utimesSync(leftover, hoursAgo, hoursAgo);
    const { file } = await recordBackup(context.deps, { kind: 'manual', folder: full });
    expect(readdirSync(full).sort()).toEqual([running, file].map((path) => path.split('/').at(-1)).sort());
  });
});

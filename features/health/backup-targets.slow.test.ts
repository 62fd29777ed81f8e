import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../db/database.ts';
import { createS3Sandbox } from '../../integrations/s3/s3.sandbox.ts';
import { readEnv } from '../../server/env.ts';
import { setHour } from '../../server/jobs.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { restoreBackup } from '../../tools/restore.ts';
import { verifyBackup } from '../../tools/verify-backup.ts';
import { makePlayer } from '../profiles/profiles.factory.ts';
import { recordBackup, writeBackup } from './backup.commands.ts';
import { listBackups, withLocalBackup } from './backup-targets.commands.ts';
import { compareWithBackup } from './backup-verification.commands.ts';
import { isBackupName, selectExpired } from './backups.rules.ts';
import { healthJobs } from './health.jobs.ts';

let context: TestContext;
let folder: string;
const bucket = {
  BACKUP_S3_BUCKET: 'safe',
  BACKUP_S3_ENDPOINT: 'https://objects.planetcrew.test',
  BACKUP_S3_REGION: 'auto',
  BACKUP_S3_ACCESS_KEY_ID: 'key',
  BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
};

/**
 * A program with the same arguments as age, because age isn't part of this repository. It only marks the file, so that
 * a test can tell that it ran.
 */
const FAKE_AGE = `#!/bin/sh
if [ "$1" = --encrypt ]; then
  [ "$3" = age1refused ] && { echo "age: error: malformed recipient" >&2; exit 1; }
  echo "for $3"; exec cat
fi
grep -q private "$3" || { echo "age: error: no identity matched any of the recipients" >&2; exit 1; }
exec tail -n +2 "$4"
`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'planet-crew-targets-'));
  context = await openTestContext({ DATA_DIR: join(folder, 'data') });
  await makePlayer(context.deps, { bio: 'Kept safe' });
});
afterAll(async () => {
  await context.close();
  rmSync(folder, { recursive: true, force: true });
});

const withVariables = (variables: Record<string, string>) => ({
  ...context.deps,
  env: readEnv({ NODE_ENV: 'test', DATA_DIR: join(folder, 'data'), ...variables }),
});

async function withPath<T>(path: string, work: () => Promise<T>): Promise<T> {
  const before = process.env.PATH;
  process.env.PATH = path;
  try {
    return await work();
  } finally {
    process.env.PATH = before;
  }
}

function openBucket() {
  const config = {
    endpoint: bucket.BACKUP_S3_ENDPOINT,
    region: 'auto',
    bucket: 'safe',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  };
  const sandbox = createS3Sandbox(config);
  const send = ((request: Request) => Promise.resolve(sandbox.app.fetch(request))) as typeof fetch;
  return { sandbox, deps: { ...withVariables(bucket), fetch: send } };
}

describe('retention', () => {
  it('selects nightly backups only, encrypted or not, beyond the newest', () => {
    const names = [
      'planet-crew-2026-01-01T09-30-00.000Z-nightly.ndjson.gz',
      'planet-crew-2026-01-02T09-30-00.000Z-nightly.ndjson.gz.age',
      'planet-crew-2026-01-03T09-30-00.000Z.ndjson.gz',
      'planet-crew-2026-01-04T09-30-00.000Z-nightly.ndjson.gz',
      'notes-nightly.ndjson.gz',
    ];
    expect(selectExpired(names, 1)).toEqual(names.slice(0, 2));
    expect(selectExpired(names, 3)).toEqual([]);
    expect(names.map(isBackupName)).toEqual([true, true, true, true, false]);
  });

  it('keeps BACKUP_KEEP nightly backups, at the hour of BACKUP_HOUR', async () => {
    const deps = withVariables({ BACKUP_DIR: join(folder, 'two'), BACKUP_KEEP: '2', BACKUP_HOUR: '22' });
    for (let day = 1; day <= 3; day += 1) {
      const now = () => new Date(Date.UTC(2026, 5, day));
      await healthJobs[0]!.run({ ...deps, now }, {}, new AbortController().signal);
    }
    expect(readdirSync(join(folder, 'two'))).toHaveLength(2);
    expect(setHour('30 9 * * *', healthJobs[0]!.hour!(deps.env))).toBe('30 22 * * *');
    expect(() => withVariables({ BACKUP_HOUR: '24' })).toThrow('BACKUP_HOUR must be at most 23.');
  });
});

describe('a bucket', () => {
  it('stores backups without a local folder, lists and verifies them, and removes old nightly ones', async () => {
    const { sandbox, deps } = openBucket();
    const { file } = await recordBackup(deps, { kind: 'manual' });
    expect(file).toMatch(/^s3:safe\/planet-crew-.*\.ndjson\.gz$/);
    for (let day = 1; day <= 16; day += 1) {
      await recordBackup({ ...deps, now: () => new Date(Date.UTC(2026, 6, day)) }, { kind: 'nightly' });
    }
    const backups = await listBackups(deps);
    expect(backups).toHaveLength(15);
    expect(backups).toContain(file);
    expect(sandbox.keys()).toHaveLength(15);
    const { verification } = await withLocalBackup(deps, file, (path) => verifyBackup(context.deps, path));
    expect(verification.differences).toEqual([]);
    await expect(withLocalBackup(deps, 's3:another/planet-crew', async () => {})).rejects.toThrow(
      "isn't in the bucket of BACKUP_S3_BUCKET",
    );
  }, 120_000);

  it('records why an upload failed, and names missing settings', async () => {
    const { deps } = openBucket();
    const refused = { ...deps, env: { ...deps.env, BACKUP_S3_SECRET_ACCESS_KEY: 'wrong' } };
    await expect(recordBackup(refused, { kind: 'manual' })).rejects.toThrow('403 SignatureDoesNotMatch');
    await expect(recordBackup(withVariables({ BACKUP_S3_BUCKET: 'safe' }), { kind: 'manual' })).rejects.toThrow(
      'BACKUP_S3_BUCKET also needs BACKUP_S3_ENDPOINT',
    );
    const { rows } = await context.deps.database.pool.query(
      'select error from backup_runs where error is not null order by started_at, finished_at',
    );
    expect(rows.map(({ error }) => error)).toEqual([
      expect.stringContaining('403'),
      expect.stringContaining('also needs'),
    ]);
  });
});

describe('encryption', () => {
  const recipient = 'age1example';
  const encrypted = () => withVariables({ BACKUP_DIR: join(folder, 'encrypted'), BACKUP_AGE_RECIPIENT: recipient });

  it('encrypts with age and restores with the private key', async () => {
    const bin = join(folder, 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'age'), FAKE_AGE);
    chmodSync(join(bin, 'age'), 0o755);
    const key = join(folder, 'key.txt');
    writeFileSync(key, 'a private key');
    await withPath(`${bin}:${process.env.PATH}`, async () => {
      const { file, rows } = await recordBackup(encrypted(), { kind: 'nightly' });
      expect(file).toMatch(/-nightly\.ndjson\.gz\.age$/);
      expect(readFileSync(file, 'latin1').split('\n')[0]).toBe(`for ${recipient}`);
      const { verification } = await verifyBackup(context.deps, file, key);
      expect(verification).toMatchObject({ rows, differences: [] });
      await expect(verifyBackup(context.deps, file)).rejects.toThrow(
        'Add the file with the private key: --identity <file>',
      );
      const wrong = join(folder, 'wrong.txt');
      writeFileSync(wrong, 'something else');
      await expect(verifyBackup(context.deps, file, wrong)).rejects.toThrow('no identity matched');
      const bad = withVariables({ BACKUP_DIR: join(folder, 'bad'), BACKUP_AGE_RECIPIENT: 'age1refused' });
      await expect(recordBackup(bad, { kind: 'manual' })).rejects.toThrow('malformed recipient');
      expect(readdirSync(join(folder, 'bad'))).toEqual([]);
    });
  }, 120_000);

  it("reports that age isn't installed, and leaves no file", async () => {
    await withPath(join(folder, 'nothing'), () =>
      expect(recordBackup(encrypted(), { kind: 'manual', folder: join(folder, 'plain') })).rejects.toThrow(
        'The program "age" isn\'t installed here',
      ),
    );
    expect(readdirSync(join(folder, 'plain'))).toEqual([]);
    expect(() => withVariables({ BACKUP_AGE_RECIPIENT: 'secret' })).toThrow('must be a public key of age');
  });
});

describe('verification', () => {
  it('restores into a scratch database and finds every row and file equal', async () => {
    const objects = join(folder, 'objects');
    mkdirSync(join(objects, 'ab'), { recursive: true });
    writeFileSync(join(objects, 'ab', 'ab-picture'), 'a picture');
    const { file, rows } = await writeBackup(context.deps, folder, objects);
    const { verification, scratch } = await verifyBackup(context.deps, file);
    expect(verification).toEqual({ tables: expect.any(Number), rows, files: 1, differences: [] });
    expect(verification.tables).toBeGreaterThan(5);
    expect(scratch).toBe('an embedded scratch database');
  }, 60_000);

  it('names the tables whose rows were lost or changed', async () => {
    const { file } = await writeBackup(context.deps, folder);
    const scratch = await openDatabase({ snapshot: undefined });
    await restoreBackup(scratch, file);
    await scratch.pool.query("update auth.users set role = 'changed'");
    await scratch.pool.query('delete from admin_roles');
    await scratch.pool.query("insert into admin_audit_logs (action, target_type) values ('x', 'y')");
    const { differences } = await compareWithBackup(scratch.db, file, {});
    await scratch.close();
    expect(differences).toEqual([
      "auth.users: the restored rows differ from the backup's",
      'public.admin_audit_logs: 0 rows in the backup, 1 restored',
    ]);
    // A damaged backup is refused before anything is restored.
    const text = gunzipSync(readFileSync(file)).toString('utf8').replace('Kept safe', 'Kept s4fe');
    writeFileSync(file, gzipSync(text));
    await expect(verifyBackup(context.deps, file)).rejects.toThrow('is damaged');
  }, 60_000);
});

import { describe, expect, test } from 'vitest';
import { createS3Client } from './s3.client.ts';
import { createS3Sandbox } from './s3.sandbox.ts';

const config = {
  endpoint: 'https://objects.planetcrew.test',
  region: 'auto',
  bucket: 'crew',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
};
const toBytes = (text: string) => new TextEncoder().encode(text);

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

function open(change: Partial<typeof config> = {}, options: Parameters<typeof createS3Sandbox>[1] = {}) {
  const sandbox = createS3Sandbox(config, options);
  const send = ((request: Request) => Promise.resolve(sandbox.app.fetch(request))) as typeof fetch;
  return { sandbox, s3: createS3Client({ ...config, ...change }, send) };
}

describe('the object store client', () => {
  test('stores, returns and deletes bytes with signed requests', async () => {
    const { sandbox, s3 } = open();
    await s3.put('a/b', toBytes('hello'));
    expect(sandbox.keys()).toEqual(['/crew/a/b']);
    expect(await s3.get('a/b')).toEqual(toBytes('hello'));
    await s3.remove('a/b');
    expect(await s3.get('a/b')).toBeUndefined();
    await s3.remove('a/b');
  });

  test('uploads in parts, reads as a stream, lists all pages and gives up a failed upload', async () => {
    const { sandbox, s3 } = open();
    const big = new Uint8Array(17 * 1024 * 1024).map((_, index) => index % 251);
    await s3.putStream('backups/big-file', chunksOf(big, 1_000_000));
    const read = Buffer.concat(await Array.fromAsync(await s3.getStream('backups/big-file')));
    expect(read.equals(big)).toBe(true);
    await s3.putStream('backups/empty', chunksOf(new Uint8Array(), 1));
    for (const key of ['a', 'b', 'c', 'd', 'e']) await s3.put(`backups/${key}`, toBytes('x'));
    await s3.put('another', toBytes('x'));
    expect(await s3.list('backups/')).toEqual(
      ['a', 'b', 'big-file', 'c', 'd', 'e', 'empty'].map((key) => `backups/${key}`),
    );
    const failing = async function* () {
      yield toBytes('x');
      throw new Error('the disk is gone');
    };
    await expect(s3.putStream('backups/cut', failing())).rejects.toThrow('the disk is gone');
    expect([sandbox.openUploads(), sandbox.keys().some((key) => key.includes('cut'))]).toEqual([0, false]);
    await expect(s3.getStream('backups/cut')).rejects.toThrow('404 NoSuchKey');
    await expect(open({ secretAccessKey: 'wrong' }).s3.list('')).rejects.toThrow('403 SignatureDoesNotMatch');
  });

  test('reports a key as missing when the store hides whether it exists', async () => {
    const { s3 } = open({}, { mayList: false });
    expect(await s3.get('nothing')).toBeUndefined();
    await s3.put('a', toBytes('hello'));
    expect(await s3.get('a')).toEqual(toBytes('hello'));
  });

  test.each([
    ['a wrong secret', { secretAccessKey: 'wrong' }, '403 SignatureDoesNotMatch'],
    ['an unknown key', { accessKeyId: 'another' }, '403 InvalidAccessKeyId'],
    ['a wrong region', { region: 'eu-central-1' }, '400 AuthorizationHeaderMalformed; its region is auto'],
    ['a bucket that is not there', { bucket: 'none' }, '404 NoSuchBucket'],
  ])('reports the error for %s, and never a missing key', async (_what, change, message) => {
    const { s3 } = open(change);
    // Sequential, because a call that fails while another is awaited would be an unhandled rejection.
    await expect(s3.put('a', toBytes('x'))).rejects.toThrow(message);
    await expect(s3.get('a')).rejects.toThrow(message);
    await expect(s3.remove('a')).rejects.toThrow(message);
  });

  test('reports the error for a wrong clock, a long key and a busy store', async () => {
    const lateClient = open({}, { now: () => Date.now() + 16 * 60_000 });
    await expect(lateClient.s3.get('a')).rejects.toThrow('403 RequestTimeTooSkewed');
    await expect(open().s3.put('x'.repeat(1_025), toBytes('x'))).rejects.toThrow('400 KeyTooLongError');
    await expect(open().s3.get('unavailable')).rejects.toMatchObject({ status: 503 });
  });
});

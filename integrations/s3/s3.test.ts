import { describe, expect, test } from 'vitest';
import { openS3 } from './s3.client.ts';
import { openS3Sandbox } from './s3.sandbox.ts';

const config = {
  endpoint: 'https://objects.planetcrew.test',
  region: 'auto',
  bucket: 'crew',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
};
const bytes = (text: string) => new TextEncoder().encode(text);

function open(secretAccessKey = config.secretAccessKey) {
  const sandbox = openS3Sandbox(config);
  const send = ((request: Request) => Promise.resolve(sandbox.app.fetch(request))) as typeof fetch;
  return { sandbox, s3: openS3({ ...config, secretAccessKey }, send) };
}

describe('the object store', () => {
  test('keeps, hands out and deletes bytes under signed requests', async () => {
    const { sandbox, s3 } = open();
    await s3.put('a/b', bytes('hello'));
    expect(sandbox.keys()).toEqual(['/crew/a/b']);
    expect(await s3.get('a/b')).toEqual(bytes('hello'));
    await s3.remove('a/b');
    expect(await s3.get('a/b')).toBeUndefined();
    await s3.remove('a/b');
  });

  test('says so when the store refuses', async () => {
    await expect(open('wrong').s3.put('a', bytes('x'))).rejects.toMatchObject({ status: 403 });
    await expect(open().s3.get('unavailable')).rejects.toMatchObject({ status: 503 });
  });
});

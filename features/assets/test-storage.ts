import { StorageClient } from '@supabase/storage-js';
import { expect } from 'vitest';
import type { TestContext } from '../../server/test-deps.ts';

export const ORIGIN = 'http://localhost';

/**
 * Connects to a test server's storage API without the network.
 * @param getContext returns the context and an admin's token, once the test has them
 */
export function createTestStorage(getContext: () => { context: TestContext; adminToken: string }) {
  const send = (async (input: RequestInfo | URL, init?: RequestInit) =>
    getContext().context.app.request(input instanceof URL ? input.href : input, init)) as typeof fetch;
  /** Creates the official client for a user, or for a visitor without a token. */
  const createClient = (token?: string) =>
    new StorageClient(`${ORIGIN}/storage/v1`, token ? { Authorization: `Bearer ${token}` } : {}, send);

  let bucketCount = 0;
  /** @returns the name of a new bucket */
  async function makeBucket(options: Parameters<StorageClient['createBucket']>[1] = { public: false }) {
    const name = `bucket-${++bucketCount}`;
    expect((await createClient(getContext().adminToken).createBucket(name, options)).error).toBeNull();
    return name;
  }
  return { send, client: createClient, makeBucket };
}

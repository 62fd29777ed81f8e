import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { logAccess } from './access-log.ts';
import type { Deps } from './deps.ts';
import { readEnv } from './env.ts';
import { openLog } from './log.ts';

let server: Server | undefined;
afterEach(() => server?.close());

/** Requests paths from a server with this configuration, and returns the lines that it logged. */
async function readLines(variables: Record<string, string>, paths: string[], headers: Record<string, string> = {}) {
  const lines: Record<string, unknown>[] = [];
  const env = readEnv(variables);
  const log = openLog(env.LOG_LEVEL, {
    role: env.ROLE,
    destination: { write: (line) => void lines.push(JSON.parse(line)) },
  });
  server = createServer(
    logAccess({ env, log } as Deps, (_request, response) => {
      response.setHeader('X-Request-Id', 'request-1');
      response.writeHead(204).end();
    }),
  );
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const path of paths) await fetch(origin + path, { headers });
  await expect.poll(() => lines.length).toBe(paths.filter((path) => !path.startsWith('/api/health')).length);
  return lines;
}

describe('logAccess', () => {
  it('logs method, path, status and request ID, without the query', async () => {
    const [line] = await readLines({ ACCESS_LOG: 'on' }, ['/protocol/find?q=secret']);
    expect(line).toMatchObject({
      level: 'info',
      role: 'all',
      msg: 'request',
      requestId: 'request-1',
      method: 'GET',
      path: '/protocol/find',
      status: 204,
    });
    expect(line).not.toHaveProperty('address');
    expect(line).not.toHaveProperty('agent');
  });

  it("adds the client's address and user agent when ACCESS_LOG is address", async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.7', 'User-Agent': 'Tester' };
    const [line] = await readLines({ ACCESS_LOG: 'address', TRUST_PROXY: '1' }, ['/'], headers);
    expect(line).toMatchObject({ address: '203.0.113.7', agent: 'Tester' });
  });

  it('hides keys in paths, but not IDs', async () => {
    const id = '0190a8c4-5b3e-7c11-9d2a-1f2e3d4c5b6a';
    const paths = [
      `/api/calendars/${'k'.repeat(32)}.ics`,
      '/protocol/party/aB3-dE5_gH7-jK9-mN1-pQ3',
      `/protocol/lfg/${id}`,
      '/tournament-of-power/chatgpt-vs-claude',
    ];
    const lines = await readLines({ ACCESS_LOG: 'on' }, paths);
    expect(lines.map(({ path }) => path)).toEqual(['/api/calendars/….ics', '/protocol/party/…', ...paths.slice(2)]);
  });

  it('leaves out health checks of load balancers', async () => {
    expect(await readLines({ ACCESS_LOG: 'on' }, ['/api/health/live', '/'])).toHaveLength(1);
  });

  it('returns the listener unchanged when logging is off', () => {
    const onRequest = () => {};
    expect(logAccess({ env: readEnv({}) } as Deps, onRequest)).toBe(onRequest);
  });
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { readEnv } from './env.ts';
import { openErrorReports } from './error-reports.ts';
import { openLog } from './log.ts';

let server: Server | undefined;
afterEach(() => server?.close());

type Report = { path: string; event: Record<string, unknown> };

/** Logs to a server with Sentry's protocol, and returns the reports that reached it. */
async function collectReports(write: (log: ReturnType<typeof openLog>) => void, status = 200): Promise<Report[]> {
  const reports: Report[] = [];
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
    const [, header = '', event = ''] = text.split('\n');
    if (JSON.parse(header).type === 'event') reports.push({ path: request.url ?? '', event: JSON.parse(event) });
    response.writeHead(status).end('{}');
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const env = readEnv({ SENTRY_DSN: `http://key@127.0.0.1:${port}/42`, SOURCE_COMMIT: 'abc1234', ROLE: 'worker' });
  const reporter = openErrorReports(env.SENTRY_DSN!, env);
  write(openLog('error', { destination: { write: () => {} }, reporter }));
  await reporter.close();
  return reports;
}

describe('openErrorReports', () => {
  it('sends an error with its release, role, cause and stack', async () => {
    const error = new Error('The file is missing', { cause: new RangeError('Out of range') });
    const [report] = await collectReports((log) => log.error({ err: error, kind: 'backup' }, 'the backup failed'));
    const { version } = readEnv({}).release;
    expect(report?.path).toMatch(/^\/api\/42\/envelope\//);
    expect(report?.event).toMatchObject({
      level: 'error',
      message: 'the backup failed',
      release: `planet-crew@${version}`,
      dist: 'abc1234',
      tags: { role: 'worker' },
      extra: { kind: 'backup' },
      exception: {
        values: [
          { type: 'RangeError', value: 'Out of range' },
          { type: 'Error', value: 'The file is missing', stacktrace: { frames: expect.any(Array) } },
        ],
      },
    });
    const { exception } = report!.event as { exception: { values: { stacktrace: { frames: object[] } }[] } };
    expect(exception.values[1]?.stacktrace.frames.at(-1)).toMatchObject({
      filename: expect.stringContaining('error-reports.test.ts'),
    });
  });

  it('leaves out input, like the log', async () => {
    const error = Object.assign(new Error('duplicate key (email)=(somebody@example.org)'), {
      query: "select 'typed'",
      code: '23505',
    });
    const reports = await collectReports((log) => log.error({ err: error }, 'failed'));
    expect(reports).toHaveLength(1);
    expect(JSON.stringify(reports)).not.toMatch(/somebody|typed/);
    expect(reports[0]?.event).toMatchObject({ exception: { values: [{ value: '23505 select ?' }] } });
  });

  it('sends only errors, also those without an exception', async () => {
    const reports = await collectReports((log) => {
      log.warn({ err: new Error('x') }, 'a warning');
      log.error({ error: 'queue' }, 'job queue error');
    });
    expect(reports.map(({ event }) => event.message)).toEqual(['job queue error']);
  });

  it('never throws when the server refuses reports', async () => {
    expect(await collectReports((log) => log.error({}, 'failed'), 503)).toHaveLength(1);
  });
});

it('refuses an address that is no DSN', () => {
  expect(() => readEnv({ SENTRY_DSN: 'https://errors.example.org/1' })).toThrow(
    'SENTRY_DSN must be the DSN of a project',
  );
});

import { globSync, readFileSync } from 'node:fs';
import { DrizzleQueryError, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { markConnectionError } from '../db/database-unavailable.ts';
import { openLog } from './log.ts';
import { openTestContext, type TestContext } from './test-deps.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const USER_INPUT = 'typed-by-a-person';

/** Returns the log line for an error that's logged under this field name. */
function getLine(error: unknown, name = 'err'): string {
  const lines: string[] = [];
  openLog('debug', { destination: { write: (line) => void lines.push(line) } }).error({ [name]: error }, 'failed');
  return lines.join('');
}

async function getFailure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => {
      throw new Error('It was to fail.');
    },
    (error: unknown) => error,
  );
}

const STATEMENTS: [name: string, statement: () => ReturnType<typeof sql>][] = [
  ['a parameter of the wrong type', () => sql`select ${USER_INPUT}::uuid`],
  ['an invalid number', () => sql`select ${`1"${USER_INPUT}"2`}::int`],
  ['a literal in the statement', () => sql.raw(`select '${USER_INPUT}'::uuid`)],
  ['invalid JSON', () => sql`select ${`{"a": ${USER_INPUT}}`}::jsonb`],
  ['a time out of range', () => sql`select ${`9999999-01-01 ${USER_INPUT}`}::timestamptz`],
  [
    'a duplicate row',
    () =>
      sql`insert into auth.rate_limits (key, points, resets_at) values (${USER_INPUT}, 1, now()), (${USER_INPUT}, 1, now())`,
  ],
  [
    'a row that violates a constraint',
    () => sql`insert into auth.rate_limits (key, points, resets_at) values (${USER_INPUT}, ${null}, now())`,
  ],
  ['an unknown column', () => sql`select ${USER_INPUT}, nothing from auth.users`],
];

describe('a log line for a failed statement', () => {
  it.each(STATEMENTS)('leaves out user input: %s', async (_name, statement) => {
    const error = await getFailure(context.deps.db.execute(statement()));
    expect(error).toBeInstanceOf(DrizzleQueryError);
    for (const name of ['err', 'error', 'cause']) {
      const line = getLine(error, name);
      expect(line).not.toContain('typed');
      expect(line).not.toContain('params');
      expect(JSON.parse(line)[name].cause.code).toMatch(/^[0-9A-Z]{5}$/);
    }
  });

  it('names the constraint and the statement', async () => {
    const statement = sql`insert into auth.rate_limits (key, points, resets_at) values (${USER_INPUT}, 1, now()), (${USER_INPUT}, 1, now())`;
    const { err } = JSON.parse(getLine(await getFailure(context.deps.db.execute(statement))));
    expect(err).toMatchObject({
      statement: 'insert into auth.rate_limits (key, points, resets_at) values ($1, ?, now()), ($2, ?, now())',
      cause: { code: '23505', table: 'rate_limits', constraint: 'rate_limits_pkey' },
    });
    expect(err.stack).toMatch(/^\s+at /);
  });

  it('leaves out user input when a transaction fails', async () => {
    const error = await getFailure(context.deps.db.transaction((tx) => tx.execute(sql`select ${USER_INPUT}::uuid`)));
    expect(getLine(error)).not.toContain('typed');
  });
});

describe('a log line for any other error', () => {
  it('keeps the message and the causes', () => {
    const { err } = JSON.parse(getLine(new Error('The disk is full', { cause: new Error('No space left') })));
    expect(err).toMatchObject({ type: 'Error', message: 'The disk is full', cause: { message: 'No space left' } });
  });

  it('leaves out the JSON that could not be parsed', () => {
    for (const text of [USER_INPUT, `{"a": ${USER_INPUT}}`, `{"a"\n${USER_INPUT}`]) {
      let error: unknown;
      try {
        JSON.parse(text);
      } catch (cause) {
        error = cause;
      }
      expect(getLine(error)).not.toContain('typed');
    }
  });

  it('keeps values other than errors unchanged', () => {
    expect(JSON.parse(getLine('plain', 'part'))).toMatchObject({ part: 'plain', msg: 'failed' });
  });
});

it('finds no log call that stringifies an error, which would skip sanitizing', () => {
  const calls = /\blog\??\.(?:error|warn|info|debug)\(\s*\{[\s\S]*?\},/g;
  const asText = /String\([^)]*\berror\b|\berror\)?\.(?:message|stack)\b|\.cause\b|\$\{error\}/;
  const found = globSync('{server,features,db,integrations,pictures}/**/*.ts')
    .filter((file) => !/\.test\.|\/test-/.test(file))
    .flatMap((file) =>
      (readFileSync(file, 'utf8').match(calls) ?? [])
        .filter((call) => asText.test(call))
        .map((call) => `${file}: ${call}`),
    );
  expect(found).toEqual([]);
});

it('throttles errors to one line per minute and kind while the database is unavailable', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const lines: { msg: string; leftOut?: number }[] = [];
  const log = openLog('debug', { destination: { write: (line) => void lines.push(JSON.parse(line)) } });
  const connectionError = markConnectionError(new Error('connect ECONNREFUSED 127.0.0.1:5432'));
  for (let second = 0; second <= 60; second += 1) {
    log.warn({ err: connectionError }, 'what is new could not be read');
    log.error({ err: new Error('failed', { cause: connectionError }) }, 'a look failed');
    log.error({ err: new Error('something else') }, 'failed');
    vi.advanceTimersByTime(1_000);
  }
  vi.useRealTimers();
  const listWritten = (msg: string) => lines.filter((line) => line.msg === msg);
  expect(listWritten('what is new could not be read').map(({ leftOut }) => leftOut)).toEqual([undefined, 59]);
  expect(listWritten('a look failed')).toHaveLength(2);
  expect(listWritten('failed')).toHaveLength(61);
});

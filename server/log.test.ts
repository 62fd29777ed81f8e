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

const TYPED = 'typed-by-a-person';

/** Returns the log line for an error that's logged under this field name. */
function lineOf(error: unknown, name = 'err'): string {
  const lines: string[] = [];
  openLog('debug', { destination: { write: (line) => void lines.push(line) } }).error({ [name]: error }, 'failed');
  return lines.join('');
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => {
      throw new Error('It was to fail.');
    },
    (error: unknown) => error,
  );
}

const STATEMENTS: [name: string, statement: () => ReturnType<typeof sql>][] = [
  ['a parameter of the wrong type', () => sql`select ${TYPED}::uuid`],
  ['a number that is none', () => sql`select ${`1"${TYPED}"2`}::int`],
  ['a literal in the statement', () => sql.raw(`select '${TYPED}'::uuid`)],
  ['JSON that is none', () => sql`select ${`{"a": ${TYPED}}`}::jsonb`],
  ['a time out of range', () => sql`select ${`9999999-01-01 ${TYPED}`}::timestamptz`],
  [
    'a row that is there already',
    () => sql`insert into auth.rate_limits (key, points, resets_at) values (${TYPED}, 1, now()), (${TYPED}, 1, now())`,
  ],
  [
    'a row that breaks a check',
    () => sql`insert into auth.rate_limits (key, points, resets_at) values (${TYPED}, ${null}, now())`,
  ],
  ['a column that is not there', () => sql`select ${TYPED}, nothing from auth.users`],
];

describe('a log line for a failed statement', () => {
  it.each(STATEMENTS)('leaves out user input: %s', async (_name, statement) => {
    const error = await failureOf(context.deps.db.execute(statement()));
    expect(error).toBeInstanceOf(DrizzleQueryError);
    for (const name of ['err', 'error', 'cause']) {
      const line = lineOf(error, name);
      expect(line).not.toContain('typed');
      expect(line).not.toContain('params');
      expect(JSON.parse(line)[name].cause.code).toMatch(/^[0-9A-Z]{5}$/);
    }
  });

  it('names the constraint and the statement', async () => {
    const failing = sql`insert into auth.rate_limits (key, points, resets_at) values (${TYPED}, 1, now()), (${TYPED}, 1, now())`;
    const { err } = JSON.parse(lineOf(await failureOf(context.deps.db.execute(failing))));
    expect(err).toMatchObject({
      statement: 'insert into auth.rate_limits (key, points, resets_at) values ($1, ?, now()), ($2, ?, now())',
      cause: { code: '23505', table: 'rate_limits', constraint: 'rate_limits_pkey' },
    });
    expect(err.stack).toMatch(/^\s+at /);
  });

  it('leaves out user input when a transaction fails', async () => {
    const error = await failureOf(context.deps.db.transaction((tx) => tx.execute(sql`select ${TYPED}::uuid`)));
    expect(lineOf(error)).not.toContain('typed');
  });
});

describe('a log line for another error', () => {
  it('keeps the message and the causes', () => {
    const { err } = JSON.parse(lineOf(new Error('The disk is full', { cause: new Error('No space left') })));
    expect(err).toMatchObject({ type: 'Error', message: 'The disk is full', cause: { message: 'No space left' } });
  });

  it('leaves out the JSON that could not be parsed', () => {
    for (const text of [TYPED, `{"a": ${TYPED}}`, `{"a"\n${TYPED}`]) {
      let error: unknown;
      try {
        JSON.parse(text);
      } catch (caught) {
        error = caught;
      }
      expect(lineOf(error)).not.toContain('typed');
    }
  });

  it('keeps values other than errors unchanged', () => {
    expect(JSON.parse(lineOf('plain', 'part'))).toMatchObject({ part: 'plain', msg: 'failed' });
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
  const away = markConnectionError(new Error('connect ECONNREFUSED 127.0.0.1:5432'));
  for (let second = 0; second <= 60; second += 1) {
    log.warn({ err: away }, 'what is new could not be read');
    log.error({ err: new Error('failed', { cause: away }) }, 'a look failed');
    log.error({ err: new Error('something else') }, 'failed');
    vi.advanceTimersByTime(1_000);
  }
  vi.useRealTimers();
  const written = (msg: string) => lines.filter((line) => line.msg === msg);
  expect(written('what is new could not be read').map(({ leftOut }) => leftOut)).toEqual([undefined, 59]);
  expect(written('a look failed')).toHaveLength(2);
  expect(written('failed')).toHaveLength(61);
});

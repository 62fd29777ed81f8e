import { describe, expect, it } from 'vitest';
import { type DumpItem, readDump } from './dump-parser.rules.ts';

async function read(text: string, size = 7): Promise<DumpItem[]> {
  async function* chunks() {
    for (let index = 0; index < text.length; index += size) yield text.slice(index, index + size);
  }
  return Array.fromAsync(readDump(chunks()));
}

const listRows = (items: DumpItem[]) => items.flatMap((item) => (item.kind === 'row' ? [item.row] : []));
const listTables = (items: DumpItem[]) => [...new Set(items.map(({ table }) => table))];
const listFaults = (items: DumpItem[]) => items.flatMap((item) => (item.kind === 'unreadable' ? [item.why] : []));

describe('a COPY block', () => {
  it.each([
    ['COPY public.profiles (id, "name") FROM stdin;', 'profiles', { id: '1', name: '2' }],
    ['COPY "public"."profiles" ("id", "a,b") FROM stdin;', 'profiles', { id: '1', 'a,b': '2' }],
    ['COPY auth.users (id,email) FROM stdin;', 'auth.users', { id: '1', email: '2' }],
    ['copy auth.users (email, id) from stdin ;', 'auth.users', { email: '1', id: '2' }],
    ['SET search_path = auth, pg_catalog;\nCOPY users (id, email) FROM stdin;', 'auth.users', { id: '1', email: '2' }],
    ['\\restrict x\nCOPY things (a, b) FROM stdin;', 'things', { a: '1', b: '2' }],
  ])('is parsed: %s', async (head, table, row) => {
    const items = await read(`${head}\n1\t2\n\\.\n\\unrestrict x\n`);
    expect(items).toEqual([
      { kind: 'table', table },
      { kind: 'row', table, row },
    ]);
  });

  it('is parsed as PostgreSQL writes it, with Unicode separators and Windows line endings', async () => {
    const line = 'a\\tb\t\\N\tc\\\\N\t\\n\\r\\b\\f\\v\\x\tone\u2028two';
    const expectedRow = { a: 'a\tb', b: null, c: 'c\\N', d: '\n\r\b\f\vx', e: 'one\u2028two' };
    const dump = `COPY t (a, b, c, d, e) FROM stdin;\n${line}\n\\.\n`;
    expect(listRows(await read(dump))).toEqual([expectedRow]);
    expect(listRows(await read(dump.replaceAll('\n', '\r\n')))).toEqual([expectedRow]);
  });

  it("is reported by name even when it's empty", async () => {
    expect(await read('COPY auth.mfa_factors (id) FROM stdin;\n\\.\n')).toEqual([
      { kind: 'table', table: 'auth.mfa_factors' },
    ]);
  });

  it.each([
    ['COPY t (a) FROM stdin WITH (FORMAT csv);\n1,2\n\\.\n', 'its rows are in an unsupported format'],
    ['COPY t FROM stdin;\n1\n\\.\n', 'its rows are in an unsupported format'],
    ['COPY t (a, b) FROM stdin;\n1\n\\.\n', '1 values for 2 columns'],
    ['COPY t (a) FROM stdin;\n1\n', 'ends in the middle of its rows'],
  ])("is reported when it can't be read: %j", async (dump, why) => {
    const items = await read(`${dump}INSERT INTO u (a) VALUES (1);`);
    expect(listFaults(items).join()).toContain(why);
  });
});

describe('INSERT statements', () => {
  it.each([
    ['one row', "INSERT INTO auth.users VALUES ('1', NULL);", [{ id: '1', email: null }]],
    [
      'several rows',
      "INSERT INTO auth.users VALUES\n\t('1', 'a'),\n\t('2', 'b');",
      [
        { id: '1', email: 'a' },
        { id: '2', email: 'b' },
      ],
    ],
    [
      'with explicit column names',
      `INSERT INTO "auth"."users" ("email", id) VALUES ('a', 7);`,
      [{ email: 'a', id: '7' }],
    ],
    [
      'with quotes and semicolons in strings',
      "INSERT INTO auth.users VALUES ('it''s; -- no', 'x);\n(y');",
      [{ id: "it's; -- no", email: 'x);\n(y' }],
    ],
    [
      'with escapes in strings',
      String.raw`INSERT INTO auth.users VALUES (E'a\'b\\;\n''\x41\u00e4\U0001F600\101', e'');`,
      [{ id: "a'b\\;\n'Aä😀A", email: '' }],
    ],
    ['in dollar quotes', "INSERT INTO auth.users VALUES ($$it's;$$, $q$ $$ $q$);", [{ id: "it's;", email: ' $$ ' }]],
    ['with an unreadable typed value', `INSERT INTO auth.users VALUES ('{}'::jsonb, timestamp with time zone);`, []],
    [
      'with casts',
      `INSERT INTO auth.users VALUES ('{"a":1}'::jsonb, '1'::pg_catalog.numeric(3,2)[]);`,
      [{ id: '{"a":1}', email: '1' }],
    ],
    [
      'with type prefixes and numbers',
      `INSERT INTO auth.users VALUES (date '2026-01-01', -1.5e3);`,
      [{ id: '2026-01-01', email: '-1.5e3' }],
    ],
    [
      'with keywords as values',
      'INSERT INTO auth.users OVERRIDING SYSTEM VALUE VALUES (true, DEFAULT), (FALSE, null);',
      [{ id: true }, { id: false, email: null }],
    ],
    [
      'with an ON CONFLICT clause',
      "INSERT INTO auth.users VALUES ('1', '2') ON CONFLICT DO NOTHING;",
      [{ id: '1', email: '2' }],
    ],
    [
      'after comments',
      "-- it's\n/* ; 'a /* b */ */ INSERT INTO auth.users VALUES ('1', '2');",
      [{ id: '1', email: '2' }],
    ],
  ])('are parsed: %s', async (_what, statement, rows) => {
    const create =
      'CREATE TABLE auth.users (\n  id uuid DEFAULT f(1, 2) NOT NULL,\n  "email" text,\n  CONSTRAINT c CHECK ((id > 0))\n);\n';
    const items = await read(create + statement);
    expect(listRows(items)).toEqual(rows);
    expect(listTables(items)).toEqual(['auth.users']);
    expect(listFaults(items)).toHaveLength(rows.length === 0 ? 1 : 0);
  });

  it.each([
    ["INSERT INTO t VALUES ('1');", "its column names aren't in the dump"],
    ['INSERT INTO t (a) SELECT 1;', 'its rows come from another query'],
    ['INSERT INTO t (a) VALUES (now());', 'something other than a plain value'],
    ["INSERT INTO t (a) VALUES ('1', '2');", '2 values for 1 columns'],
    ["INSERT INTO t (a) VALUES ('1", 'ends in the middle of a statement'],
    ["UPDATE auth.users SET email = 'x';", 'changes rows (UPDATE)'],
    ['SET standard_conforming_strings = off;', 'an outdated escape format'],
  ])("are reported when they can't be read: %s", async (dump, why) => {
    expect(listFaults(await read(dump)).join()).toContain(why);
  });
});

it('skips all statements other than COPY and INSERT', async () => {
  const dump = [
    '/* a remark */',
    "SELECT pg_catalog.set_config('search_path', '', false);",
    'SET standard_conforming_strings = on;',
    "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $_$ begin insert into t values ('x'); end; $_$;",
    "CREATE TYPE auth.factor_type AS ENUM ('totp');",
    'ALTER TABLE ONLY auth.users ADD CONSTRAINT users_pkey PRIMARY KEY (id);',
    '-- the end',
  ].join('\n');
  for (const size of [1, 3, 10_000]) expect(await read(dump, size)).toEqual([]);
});

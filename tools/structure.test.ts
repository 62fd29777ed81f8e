// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the test sources contain template literals
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findProblems } from './structure/all-rules.ts';
import { FEATURE_ORDER, MAY_IMPORT, SERVER_FILES } from './structure/kinds.ts';
import { createRepository, readRepository } from './structure/repository.ts';

/** A small repository that follows every rule. */
const CLEAN: Record<string, string> = {
  'web/routes.ts':
    "export default [route('plans', '../features/payments/pages/plans.tsx'), route('protocol/lfg/:id', 'x.tsx')];",
  'content/paths.ts': "export const paths = { plans: '/plans', listing: (id: string) => `/protocol/lfg/${id}` };",
  'server/env.ts': 'export const read = () => process.env.PORT;',
  'server/deps.ts': 'export type Deps = object;',
  'db/migrations/0100_accounts.sql':
    'create table auth.users (id uuid);\ncreate table orders (id uuid);\ncreate table order_events (id uuid);',
  'features/accounts/accounts.tables.ts':
    "const auth = pgSchema('auth');\nexport const users = auth.table('users', {});",
  'features/accounts/accounts.queries.ts':
    "import { users } from './accounts.tables.ts';\nexport const all = () => sql`select id from auth.users u`;",
  'features/accounts/accounts.rules.ts': 'export const isOld = (now: Date, at: Date) => now > at;',
  'features/accounts/accounts.commands.ts':
    "import type { Deps } from '../../server/deps.ts';\nimport { all } from './accounts.queries.ts';",
  'features/payments/payments.tables.ts':
    "export const orders = pgTable('orders', {});\nexport const events = pgTable('order_events', {});",
  'features/payments/payments.commands.ts': "import { isOld } from '../accounts/accounts.rules.ts';",
  'features/admin/ui/price.tsx': 'export const Price = () => <p>Bought from users and orders</p>;',
};

/** Returns the problems found after adding or changing these files. */
function refused(changes: Record<string, string>): string[] {
  const files = Object.entries({ ...CLEAN, ...changes }).map(([path, text]) => ({ path, text }));
  return findProblems(createRepository(files)).map(({ rule, says }) => `${rule}: ${says}`);
}

type Planted = [what: string, rule: string, changes: Record<string, string>];

const PLANTED: Planted[] = [
  ...[
    ['text before a conditional element', '<p>Hi {ok && <b>there</b>}</p>'],
    ['text that comes and goes', "<p><b>Hi</b>{ok && ' there'}</p>"],
    ['text that is empty at times', "<p><b>Hi</b>{ok ? ' there' : ''}</p>"],
    ['a name beside a conditional element', '<p>{who.name}{ok && <b>here</b>}</p>'],
    ['text in a conditional fragment', '<p><b>Hi</b>{ok && <>at <i>noon</i></>}</p>'],
    ['text in a fragment beside a conditional element', '<p><>Hi</>{ok ? <b>a</b> : <i>b</i>}</p>'],
  ].map(
    ([what, jsx]): Planted => [
      what!,
      'bare text',
      { 'features/admin/ui/line.tsx': `export const Line = ({ ok, who }: Props) => ${jsx};` },
    ],
  ),
  ...[
    ['a sentence on a page', '<p>Squads appear here.</p>'],
    ['a label', "<Field label='Team' />"],
    ['a label for screen readers', "<button aria-label='Close' />"],
    ['a sentence with a name', '<p>{`Invite ${name} again`}</p>'],
    ['one of two sentences', "<p>{ok ? 'You are in.' : name}</p>"],
  ].map(
    ([what, jsx]): Planted => [
      `${what} outside of the catalogs`,
      'catalogs',
      { 'features/payments/ui/line.tsx': `export const Line = ({ ok, name }: Props) => ${jsx};` },
    ],
  ),
  [
    'a list formatter of its own',
    'lists',
    { 'features/payments/amounts.rules.ts': "export const list = new Intl.ListFormat('en');" },
  ],
  [
    'an import of a feature above',
    'feature order',
    { 'features/accounts/who.commands.ts': "import { orders } from '../payments/payments.commands.ts';" },
  ],
  [
    'a type from a feature above',
    'feature order',
    { 'features/accounts/who.rules.ts': "import type { Order } from '../payments/payments.schema.ts';" },
  ],
  [
    'a type from a feature above, written in place',
    'feature order',
    { 'features/accounts/who.rules.ts': "export type Own = import('../payments/payments.schema.ts').Order;" },
  ],
  [
    'a factory of a feature above in a test',
    'feature order',
    { 'features/accounts/who.test.ts': "import { makeOrder } from '../payments/payments.factory.ts';" },
  ],
  ['a feature without a place in the order', 'feature order', { 'features/parrots/parrots.rules.ts': '' }],
  [
    'a command that reads the environment of the server',
    'kinds',
    { 'features/payments/cheap.commands.ts': "import { read } from '../../server/env.ts';" },
  ],
  [
    'a command that knows HTTP',
    'kinds',
    { 'features/payments/cheap.commands.ts': "import { json } from '../../server/http.ts';" },
  ],
  [
    'a rule that queries',
    'kinds',
    { 'features/accounts/who.rules.ts': "import { all } from './accounts.queries.ts';" },
  ],
  [
    'a page that loads a command',
    'kinds',
    { 'features/payments/pages/plans.tsx': "const { buy } = await import('../payments.commands.ts');" },
  ],
  ['a file of no kind', 'kinds', { 'features/payments/payments.service.ts': '' }],
  [
    'a component of another feature',
    'foreign ui',
    {
      'features/accounts/ui/face.tsx': '',
      'features/payments/ui/buyer.tsx': "import { Face } from '../../accounts/ui/face.tsx';",
    },
  ],
  [
    'another feature’s tables as objects',
    'tables',
    { 'features/payments/payments.queries.ts': "import { users } from '../accounts/accounts.tables.ts';" },
  ],
  [
    'another feature’s table in SQL',
    'tables',
    {
      'features/payments/payments.queries.ts':
        'export const q = sql`select o.id from orders o join auth.users u on u.id = o.id`;',
    },
  ],
  [
    'a table in SQL that a template holds together',
    'tables',
    { 'features/payments/payments.queries.ts': 'export const q = sql`select 1 ${sql`from auth.users`}`;' },
  ],
  [
    'a table in a list of tables',
    'tables',
    { 'features/payments/payments.queries.ts': 'export const q = sql`select 1 from orders o, auth.users u`;' },
  ],
  [
    'a table that is emptied',
    'tables',
    { 'server/empty.ts': "export const q = (db) => db.query('truncate table auth.users');" },
  ],
  [
    'a table named by a command',
    'tables',
    { 'features/payments/payments.jobs.ts': 'const q = sql`update orders set id = 1`;' },
  ],
  ['a piece that is a table alone', 'tables', { 'server/piece.ts': 'export const q = sql`orders`;' }],
  ['a piece of a list of tables', 'tables', { 'server/piece.ts': 'export const q = sql`, orders o`;' }],
  [
    'a table behind an expression of its name',
    'tables',
    { 'server/piece.ts': 'export const q = sql`with orders as (select * from orders) select 1 from orders`;' },
  ],
  ['a table behind a comment', 'tables', { 'server/piece.ts': 'export const q = sql`select 1 from /* x */ orders`;' }],
  [
    'a table named in capitals for raw SQL',
    'tables',
    { 'server/piece.ts': "const all = 'ORDERS o';\nexport const q = sql.raw(all);" },
  ],
  [
    'product that takes the support of tests',
    'kinds',
    {
      'features/accounts/test-all.ts': '',
      'features/payments/cheap.commands.ts': "import { all } from '../accounts/test-all.ts';",
    },
  ],
  [
    'a component that another feature gets through web',
    'kinds',
    {
      'features/payments/ui/buyer.tsx': '',
      'web/between.ts': "export { Buyer } from '../features/payments/ui/buyer.tsx';",
    },
  ],
  ['a table named by a tool', 'tables', { 'tools/look.ts': "const text = 'select * from orders';" }],
  [
    'a table named by its word',
    'tables',
    { 'tools/look.ts': "const q = sql`select 1 from ${sql.identifier('orders')}`;" },
  ],
  ['a table spelled for later', 'tables', { 'tools/look.ts': "const names = ['order_events'];" }],
  ['a table above in a test', 'tables', { 'features/accounts/who.test.ts': 'const q = sql`select id from orders`;' }],
  ['a table without a home', 'tables', { 'db/migrations/0200_more.sql': 'create table parrots (id uuid);' }],
  [
    'a table with two homes',
    'tables',
    { 'features/payments/more.tables.ts': "export const o = pgTable('orders', {});" },
  ],
  [
    'a rule that has lots drawn by a text',
    'purity',
    {
      'features/payments/luck.rules.ts': "import { lots } from '../../content/lots.ts'; export const luck = lots;",
      'content/lots.ts': "export { lots } from './more-lots.ts';",
      'content/more-lots.ts': 'export const lots = () => Math.random();',
    },
  ],
  [
    'a rule that hands on what draws lots',
    'purity',
    { 'features/payments/luck.rules.ts': 'export const luck = (draw: (from: Math) => number) => draw(Math);' },
  ],
  [
    'an import that is worked out',
    'kinds',
    { 'features/accounts/who.commands.ts': 'export const all = (name: string) => import(name);' },
  ],
  [
    'SQL under another name',
    'tables',
    { 'features/accounts/who.queries.ts': "import { sql as words } from 'drizzle-orm';" },
  ],
  [
    'SQL under a name given later',
    'tables',
    {
      'features/accounts/who.queries.ts':
        "import { sql } from 'drizzle-orm'; const words = sql; export const a = words``;",
    },
  ],
  ['a style sheet below a folder of ui', 'folders', { 'features/payments/ui/cards/cards.css': '.card {}' }],
  [
    'a rule that draws lots',
    'purity',
    { 'features/payments/luck.rules.ts': 'export const luck = () => Math.random();' },
  ],
  [
    'a rule that draws secrets',
    'purity',
    { 'features/payments/luck.rules.ts': "import { randomBytes } from 'node:crypto';" },
  ],
  [
    'a rule that reads files',
    'purity',
    { 'features/payments/luck.rules.ts': "import { readFileSync } from 'node:fs';" },
  ],
  [
    'a rule that looks at the clock',
    'purity',
    { 'features/payments/luck.rules.ts': 'export const at = () => new Date();' },
  ],
  ['a rule that counts milliseconds', 'purity', { 'features/payments/luck.rules.ts': 'export const at = Date.now;' }],
  [
    'a rule that takes chance in pieces',
    'purity',
    { 'features/payments/luck.rules.ts': 'const { random } = Math;\nexport const luck = () => random();' },
  ],
  [
    'a rule that spells chance otherwise',
    'purity',
    { 'features/payments/luck.rules.ts': "export const luck = () => Math?.['random']();" },
  ],
  [
    'a rule that takes all of a module with chance in it',
    'purity',
    { 'features/payments/luck.rules.ts': "import * as c from 'node:crypto';\nexport const id = () => c.randomUUID();" },
  ],
  ['a rule that opens a database by itself', 'purity', { 'features/payments/luck.rules.ts': "import pg from 'pg';" }],
  [
    'a table in capitals',
    'tables',
    { 'features/payments/payments.queries.ts': 'export const q = sql`SELECT 1 FROM Auth.Users`;' },
  ],
  [
    'tables handed on by queries',
    'tables',
    { 'features/accounts/more.queries.ts': "export { users } from './accounts.tables.ts';" },
  ],
  [
    'the environment in pieces',
    'environment',
    { 'server/look.ts': 'const { env } = process;\nexport const a = env.PORT;' },
  ],
  ['the environment in brackets', 'environment', { 'server/look.ts': "export const a = process['env'].PORT;" }],
  ['the environment from its module', 'environment', { 'server/look.ts': "import { env } from 'node:process';" }],
  ['a rule that asks the process', 'purity', { 'features/payments/luck.rules.ts': 'export const a = process.argv;' }],
  ['an address written by hand', 'addresses', { 'features/payments/luck.wording.ts': "export const at = '/plans';" }],
  [
    'an address behind an origin',
    'addresses',
    {
      'features/payments/luck.wording.ts':
        'export const at = (o: string, id: string) => `${o}/protocol/lfg/${id}?a=b`;',
    },
  ],
  [
    'an address in a component',
    'addresses',
    { 'features/payments/ui/luck.tsx': 'export const A = () => <a href="/plans#x">b</a>;' },
  ],
  ['an address within markup', 'addresses', { 'server/hello.ts': 'export const a = \'<a href="/plans">Plans</a>\';' }],
  ['an operation called by hand', 'addresses', { 'features/payments/ui/luck.ts': "await fetch('/api/orders/1');" }],
  ['an exported name in the old dialect', 'vocabulary', { 'server/look.ts': 'export const tellOwner = 1;' }],
  ['a file named in the old dialect', 'vocabulary', { 'features/payments/heard-events.rules.ts': '' }],
  ['a title that names a situation', 'titles', { 'server/look.test.ts': "test('what the server says', () => {});" }],
  [
    'a title of rows that names a situation',
    'titles',
    { 'server/look.test.ts': "it.each([1])('somebody with %i', () => {});" },
  ],
  [
    'a label with a word outside the terms',
    'copy',
    { 'features/admin/ui/look.tsx': 'export const a = <p>Nobody pays.</p>;' },
  ],
  [
    'a message with a phrase outside the terms',
    'copy',
    { 'features/admin/look.wording.ts': 'export const a = (n: string) => `The bank is told by ${n}`;' },
  ],
  ['two files of one name', 'names', { 'features/payments/ui/read.ts': '', 'server/read.ts': '' }],
  ['a box of leftovers', 'names', { 'features/payments/ui/utils.ts': '' }],
  ['a folder within a topic', 'folders', { 'features/payments/orders/old/old.rules.ts': '' }],
  [
    'a folder for three files',
    'folders',
    { 'features/payments/orders/a.rules.ts': '', 'features/payments/orders/b.rules.ts': '' },
  ],
  [
    'a circle of types',
    'circles',
    {
      'features/payments/one.rules.ts': "import type { B } from './two.rules.ts';",
      'features/payments/two.rules.ts': "import { a } from './one.rules.ts';",
    },
  ],
  ['a reader of the environment', 'environment', { 'db/look.ts': 'export const url = process.env.DATABASE_URL;' }],
  [
    'a table through a constant that is raw SQL',
    'tables',
    {
      'features/accounts/more.queries.ts':
        "const where = 'orders';\nexport const q = sql`select 1 from ${sql.raw(where)}`;",
    },
  ],
  [
    'a table through a constant of another file',
    'tables',
    {
      'features/accounts/names.rules.ts': "export const WHERE = { bought: 'orders' };",
      'features/accounts/more.queries.ts':
        "import { WHERE } from './names.rules.ts';\nexport const q = sql`select 1 from ${sql.identifier(WHERE.bought)}`;",
    },
  ],
  [
    'a table through a parameter',
    'tables',
    {
      'features/accounts/more.queries.ts':
        "const all = (name: string) => sql`select 1 from ${sql.identifier(name)}`;\nexport const q = all('orders');",
    },
  ],
  [
    'a table in a statement with a hole for it',
    'tables',
    { 'tools/look.ts': "for (const t of ['orders']) await db.query(`select count(*) from ${t}`);" },
  ],
  [
    'a table as raw SQL by itself',
    'tables',
    { 'features/accounts/more.queries.ts': "export const q = sql`select 1 from ${sql.raw('orders')}`;" },
  ],
  [
    'a table in a statement that is put together',
    'tables',
    { 'tools/look.ts': "await db.query('select * ' + 'from ' + 'orders');" },
  ],
  [
    'a table in a list that begins with a sub-select',
    'tables',
    {
      'features/accounts/more.queries.ts':
        'export const q = sql`select 1 from (select id from auth.users where id > 1) u, orders o`;',
    },
  ],
  [
    'a table in a list that begins with a function',
    'tables',
    { 'features/accounts/more.queries.ts': 'export const q = sql`select 1 from unnest(${ids}) as i, orders o`;' },
  ],
  [
    'a table handed on under another name',
    'tables',
    {
      'features/accounts/more.queries.ts':
        "import { users } from './accounts.tables.ts';\nexport const people = users;",
    },
  ],
  [
    'a table handed on through a constant',
    'tables',
    {
      'features/accounts/more.queries.ts':
        "import { users } from './accounts.tables.ts';\nconst mine = users as never;\nconst all = { mine };\nexport { all };",
    },
  ],
  [
    'a table handed on by a function',
    'tables',
    {
      'features/accounts/more.queries.ts':
        "import * as tables from './accounts.tables.ts';\nexport function people() {\n  return tables.users;\n}",
    },
  ],
  [
    'a table handed on as an alias',
    'tables',
    {
      'features/accounts/more.queries.ts':
        "import { users } from './accounts.tables.ts';\nexport const people = () => alias(users, 'people');",
    },
  ],
  [
    'an address joined with a plus',
    'addresses',
    { 'features/payments/luck.wording.ts': "export const at = (id: string) => '/protocol/' + 'lfg/' + id;" },
  ],
  [
    'an address out of constants',
    'addresses',
    {
      'features/payments/luck.wording.ts':
        "const root = '/protocol';\nexport const at = (id: string) => `${root}/lfg/${id}`;",
    },
  ],
  [
    'an address joined out of a list',
    'addresses',
    { 'features/payments/luck.wording.ts': "export const at = (id: string) => ['/protocol', 'lfg', id].join('/');" },
  ],
  [
    'an address put together by a method',
    'addresses',
    { 'features/payments/luck.wording.ts': "export const at = (id: string) => '/protocol'.concat('/lfg/', id);" },
  ],
  ['a script that is no TypeScript in a feature', 'kinds', { 'features/payments/ui/luck.mjs': '' }],
  ['a script that is no TypeScript on the server', 'kinds', { 'server/luck.cjs': '' }],
  ['SQL in a file of its own', 'kinds', { 'features/payments/luck.sql': 'select 1' }],
  ['a folder without a place', 'kinds', { 'lib/luck.ts': '' }],
  ['a third party without a client', 'kinds', { 'integrations/parrot/parrot.sandbox.ts': '' }],
  [
    'a circle of scripts that are no TypeScript',
    'circles',
    { 'tools/luck.js': "import './more.mjs';", 'tools/more.mjs': "import './luck.js';" },
  ],
  ['a table named by a script of a tool', 'tables', { 'tools/look.js': "const text = 'select * from orders';" }],
  ['a matcher that draws lots', 'purity', { 'matcher/luck.ts': 'export const luck = () => Math.random();' }],
  ['a matcher that looks at the clock', 'purity', { 'matcher/luck.ts': 'export const at = () => performance.now();' }],
  ['a matcher that reads files', 'purity', { 'matcher/luck.ts': "import { readFileSync } from 'node:fs';" }],
  [
    'a matcher that knows of threads',
    'purity',
    {
      'matcher/threads.ts': "import { Worker } from 'node:worker_threads';",
      'matcher/luck.ts': "import { start } from './threads.ts';",
    },
  ],
  [
    'a thread of the matcher that reads files',
    'purity',
    { 'matcher/threads.ts': "import { Worker } from 'node:worker_threads';\nimport fs from 'node:fs';" },
  ],
  ['a matcher that says something', 'purity', { 'matcher/luck.ts': "export const say = () => console.log('found');" }],
  [
    'a sample without a seed',
    'purity',
    { 'features/payments/luck.generator.ts': 'export const luck = () => crypto.randomUUID();' },
  ],
  ['a sample of today', 'purity', { 'features/payments/luck.generator.ts': 'export const at = () => new Date();' }],
  [
    'a test that draws without a seed',
    'randomness',
    { 'features/payments/luck.test.ts': 'const who = players[Math.floor(Math.random() * players.length)];' },
  ],
  [
    'a test helper that draws bytes',
    'randomness',
    { 'features/payments/test-luck.ts': "import { randomBytes } from 'node:crypto';" },
  ],
  ['a journey that draws', 'randomness', { 'e2e/luck.spec.ts': 'crypto.getRandomValues(bytes);' }],
  [
    'a quick test that asserts on elapsed time',
    'timing',
    {
      'features/payments/pay.test.ts':
        'const began = Date.now();\nawait pay();\nexpect(Date.now() - began).toBeLessThan(3_000);',
    },
  ],
  [
    'a quick test that asserts on elapsed time through a constant',
    'timing',
    {
      'features/payments/pay.test.ts':
        'const began = Date.now();\nawait pay();\nconst seconds = (Date.now() - began) / 1000;\nexpect(seconds).toBeLessThan(3);',
    },
  ],
  [
    'a slow test that asserts on a measured duration',
    'timing',
    { 'features/payments/pay.slow.test.ts': 'const answer = await pay();\nexpect(answer.ms).toBeLessThan(3_000);' },
  ],
  ['a quick test with a stopwatch', 'timing', { 'features/payments/pay.test.ts': 'const began = performance.now();' }],
  [
    'a journey that asserts on elapsed time',
    'timing',
    { 'e2e/pay.spec.ts': 'const began = Date.now();\nexpect(Date.now() - began).toBeLessThan(3_000);' },
  ],
  ...[
    ['a margin on the left', 'css', '.line { margin-left: 1rem; }'],
    ['a place on the right', 'css', '.line {\n  right: 0;\n}'],
    ['text aligned left', 'css', '.line {\n  text-align: left;\n}'],
    ['different paddings on the left and right', 'css', '.line {\n  padding: 0 0 0 calc(1rem + 2px);\n}'],
    ['a class with a margin on the left', 'tsx', 'export const Line = () => <p className="grid sm:ml-2" />;'],
    ['an inline style on the left', 'tsx', 'export const Line = () => <p style={{ top: 0, left: 0 }} />;'],
  ].map(
    ([what, extension, text]): Planted => [
      what!,
      'mirrored layouts',
      { [`features/payments/ui/line.${extension}`]: text! },
    ],
  ),
  [
    'an event among commands',
    'events',
    {
      'features/payments/luck.commands.ts':
        "import { event } from '../../server/deps.ts';\nexport const lucky = event<string>('lucky');",
    },
  ],
  [
    'a place to fill among operations',
    'events',
    {
      'features/payments/luck.api.ts':
        "import { port } from '../../server/deps.ts';\nexport const luck = port<string>('luck');",
    },
  ],
];

describe('findProblems', () => {
  test('finds no problems in a clean repository', () => {
    expect(refused({})).toEqual([]);
  });

  test.each(PLANTED)('refuses %s', (_what, rule, changes) => {
    const found = refused(changes);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((one) => !one.startsWith(`${rule}: `))).toEqual([]);
  });

  test.each([
    '<p><span>Hi</span>{ok && <b>there</b>}</p>',
    "<p>{ok ? 'Hi' : 'Bye'}</p>",
    "<p>Hi {ok ? 'you' : 'all'}</p>",
    '<p>{ok && <b>Hi</b>} {heading}{rows.map(row)}</p>',
  ])('allows %s', (jsx) => {
    const text = `const heading = <h2>Hi</h2>;\nexport const Line = ({ ok }: Props) => ${jsx};`;
    expect(refused({ 'features/admin/ui/line.tsx': text })).toEqual([]);
  });

  test.each([
    [
      'a timed test that measures',
      'features/payments/pay.timed.slow.test.ts',
      'const began = performance.now();\nexpect(performance.now() - began).toBeLessThan(3);',
    ],
    ['a time before now', 'features/payments/pay.test.ts', 'expect(isOld(new Date(Date.now() - DAY_MS))).toBe(true);'],
    [
      'a deadline for waiting',
      'features/payments/pay.test.ts',
      'const at = Date.now();\nwhile (Date.now() - at < 9) await look();',
    ],
    ['a new id', 'features/payments/pay.test.ts', 'const id = crypto.randomUUID();'],
  ])('allows %s in a test', (_what, path, text) => {
    expect(refused({ [path]: text })).toEqual([]);
  });

  test.each([
    '<p className="stack gap-2 Upper">{t(messages.empty)}</p>',
    '<Button variant="primary" id="save-button">{name}</Button>',
    "<p>{lookUp(name, new Error('Nothing to look up.'))}</p>",
    '<time dateTime="2026-01-01">{name}</time>',
  ])('allows %s outside of the catalogs', (jsx) => {
    expect(refused({ 'features/payments/ui/line.tsx': `export const Line = () => ${jsx};` })).toEqual([]);
  });

  test.each([
    '.line {\n  left: 50%;\n}',
    '.line {\n  inset-inline-start: 0;\n  padding: 0 1rem 1rem;\n}',
    '.line {\n  /* not mirrored: a place on the court */\n  left: 20%;\n}',
  ])('allows a stylesheet with %j', (text) => {
    expect(refused({ 'features/payments/ui/line.css': text })).toEqual([]);
  });

  test('finds no problems in this repository', () => {
    expect(findProblems(readRepository())).toEqual([]);
  });
});

describe('docs/architecture.md', () => {
  const document = readFileSync('docs/architecture.md', 'utf8');

  test('lists the features in order', () => {
    expect(document).toContain(FEATURE_ORDER.join(' → '));
  });

  test('lists what each kind may import', () => {
    const rows = [...document.matchAll(/^\| `([\w/-]+)` \|.*\| ([^|]*) \| ([^|]*) \|$/gm)];
    const printed = Object.fromEntries(
      rows.map(([, kind, values, types]) => [kind, { values: listOf(values!), types: listOf(types!) }]),
    );
    const held = Object.fromEntries(
      Object.entries(MAY_IMPORT).map(([kind, { values, types = [] }]) => [
        kind,
        { values: values.toSorted(), types: types.toSorted() },
      ]),
    );
    expect(printed).toEqual(held);
  });

  test('names the server files that features may import', () => {
    for (const file of SERVER_FILES) expect(document).toContain(`\`${file}.ts\``);
  });
});

const listOf = (cell: string) =>
  cell
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== '–')
    .toSorted();

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
function listProblems(changes: Record<string, string>): string[] {
  const files = Object.entries({ ...CLEAN, ...changes }).map(([path, text]) => ({ path, text }));
  return findProblems(createRepository(files)).map(({ rule, message }) => `${rule}: ${message}`);
}

type Violation = [what: string, rule: string, changes: Record<string, string>];

const VIOLATIONS: Violation[] = [
  ...[
    ['text before a conditional element', '<p>Hi {ok && <b>there</b>}</p>'],
    ['conditional text', "<p><b>Hi</b>{ok && ' there'}</p>"],
    ['text that may be empty', "<p><b>Hi</b>{ok ? ' there' : ''}</p>"],
    ['a name next to a conditional element', '<p>{who.name}{ok && <b>here</b>}</p>'],
    ['text in a conditional fragment', '<p><b>Hi</b>{ok && <>at <i>noon</i></>}</p>'],
    ['text in a fragment next to a conditional element', '<p><>Hi</>{ok ? <b>a</b> : <i>b</i>}</p>'],
  ].map(
    ([what, jsx]): Violation => [
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
    ([what, jsx]): Violation => [
      `${what} outside of the catalogs`,
      'catalogs',
      { 'features/payments/ui/line.tsx': `export const Line = ({ ok, name }: Props) => ${jsx};` },
    ],
  ),
  ...["'Saved'", "saved ? 'Saved' : t(messages.removed)", '`Saved for ${name}`'].map(
    (message): Violation => [
      `a response message outside of the catalogs: ${message}`,
      'catalogs',
      { 'features/payments/saving.api.ts': `export const respond = (c) => c.json({ message: ${message} }, 200);` },
    ],
  ),
  [
    'a custom list formatter',
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
    'an inline type import from a feature above',
    'feature order',
    { 'features/accounts/who.rules.ts': "export type Own = import('../payments/payments.schema.ts').Order;" },
  ],
  [
    'a factory of a feature above in a test',
    'feature order',
    { 'features/accounts/who.test.ts': "import { makeOrder } from '../payments/payments.factory.ts';" },
  ],
  ['a feature missing from the order', 'feature order', { 'features/parrots/parrots.rules.ts': '' }],
  [
    "a command that reads the server's environment",
    'kinds',
    { 'features/payments/cheap.commands.ts': "import { read } from '../../server/env.ts';" },
  ],
  [
    'a command that imports HTTP code',
    'kinds',
    { 'features/payments/cheap.commands.ts': "import { json } from '../../server/http.ts';" },
  ],
  [
    'a rule that runs queries',
    'kinds',
    { 'features/accounts/who.rules.ts': "import { all } from './accounts.queries.ts';" },
  ],
  [
    'a page that imports a command',
    'kinds',
    { 'features/payments/pages/plans.tsx': "const { buy } = await import('../payments.commands.ts');" },
  ],
  ['a file of an unknown kind', 'kinds', { 'features/payments/payments.service.ts': '' }],
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
    'a table in SQL built from a template',
    'tables',
    { 'features/payments/payments.queries.ts': 'export const q = sql`select 1 ${sql`from auth.users`}`;' },
  ],
  [
    'a table in a list of tables',
    'tables',
    { 'features/payments/payments.queries.ts': 'export const q = sql`select 1 from orders o, auth.users u`;' },
  ],
  [
    'a table that is truncated',
    'tables',
    { 'server/empty.ts': "export const q = (db) => db.query('truncate table auth.users');" },
  ],
  [
    'a table named by a command',
    'tables',
    { 'features/payments/payments.jobs.ts': 'const q = sql`update orders set id = 1`;' },
  ],
  ['an SQL fragment with only a table', 'tables', { 'server/piece.ts': 'export const q = sql`orders`;' }],
  ['an SQL fragment with a list of tables', 'tables', { 'server/piece.ts': 'export const q = sql`, orders o`;' }],
  [
    'a table behind a common table expression of the same name',
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
    'product code that imports a test helper',
    'kinds',
    {
      'features/accounts/test-all.ts': '',
      'features/payments/cheap.commands.ts': "import { all } from '../accounts/test-all.ts';",
    },
  ],
  [
    "another feature's component imported through web",
    'kinds',
    {
      'features/payments/ui/buyer.tsx': '',
      'web/between.ts': "export { Buyer } from '../features/payments/ui/buyer.tsx';",
    },
  ],
  ['a table named by a tool', 'tables', { 'tools/look.ts': "const text = 'select * from orders';" }],
  [
    'a table named through sql.identifier',
    'tables',
    { 'tools/look.ts': "const q = sql`select 1 from ${sql.identifier('orders')}`;" },
  ],
  ['a table name stored in a constant', 'tables', { 'tools/look.ts': "const names = ['order_events'];" }],
  [
    "a higher feature's table in a test",
    'tables',
    { 'features/accounts/who.test.ts': 'const q = sql`select id from orders`;' },
  ],
  ['a table without a definition', 'tables', { 'db/migrations/0200_more.sql': 'create table parrots (id uuid);' }],
  [
    'a table with two definitions',
    'tables',
    { 'features/payments/more.tables.ts': "export const o = pgTable('orders', {});" },
  ],
  [
    'a rule that uses random numbers through content',
    'purity',
    {
      'features/payments/luck.rules.ts': "import { lots } from '../../content/lots.ts'; export const luck = lots;",
      'content/lots.ts': "export { lots } from './more-lots.ts';",
      'content/more-lots.ts': 'export const lots = () => Math.random();',
    },
  ],
  [
    'a rule that passes on a random number generator',
    'purity',
    { 'features/payments/luck.rules.ts': 'export const luck = (draw: (from: Math) => number) => draw(Math);' },
  ],
  [
    'an import with a computed path',
    'kinds',
    { 'features/accounts/who.commands.ts': 'export const all = (name: string) => import(name);' },
  ],
  [
    'SQL under another name',
    'tables',
    { 'features/accounts/who.queries.ts': "import { sql as words } from 'drizzle-orm';" },
  ],
  [
    'SQL under a name assigned later',
    'tables',
    {
      'features/accounts/who.queries.ts':
        "import { sql } from 'drizzle-orm'; const words = sql; export const a = words``;",
    },
  ],
  ['a style sheet in a folder below ui', 'folders', { 'features/payments/ui/cards/cards.css': '.card {}' }],
  [
    'a rule that uses random numbers',
    'purity',
    { 'features/payments/luck.rules.ts': 'export const luck = () => Math.random();' },
  ],
  [
    'a rule that imports random bytes',
    'purity',
    { 'features/payments/luck.rules.ts': "import { randomBytes } from 'node:crypto';" },
  ],
  [
    'a rule that reads files',
    'purity',
    { 'features/payments/luck.rules.ts': "import { readFileSync } from 'node:fs';" },
  ],
  [
    'a rule that reads the clock',
    'purity',
    { 'features/payments/luck.rules.ts': 'export const at = () => new Date();' },
  ],
  ['a rule that passes on Date.now', 'purity', { 'features/payments/luck.rules.ts': 'export const at = Date.now;' }],
  [
    'a rule that destructures Math.random',
    'purity',
    { 'features/payments/luck.rules.ts': 'const { random } = Math;\nexport const luck = () => random();' },
  ],
  [
    'a rule that accesses Math.random by a string',
    'purity',
    { 'features/payments/luck.rules.ts': "export const luck = () => Math?.['random']();" },
  ],
  [
    'a rule that imports a whole module with random functions',
    'purity',
    { 'features/payments/luck.rules.ts': "import * as c from 'node:crypto';\nexport const id = () => c.randomUUID();" },
  ],
  ['a rule that opens a database', 'purity', { 'features/payments/luck.rules.ts': "import pg from 'pg';" }],
  [
    'a table in capitals',
    'tables',
    { 'features/payments/payments.queries.ts': 'export const q = sql`SELECT 1 FROM Auth.Users`;' },
  ],
  [
    'tables re-exported by queries',
    'tables',
    { 'features/accounts/more.queries.ts': "export { users } from './accounts.tables.ts';" },
  ],
  [
    'the environment, destructured',
    'environment',
    { 'server/look.ts': 'const { env } = process;\nexport const a = env.PORT;' },
  ],
  [
    'the environment, accessed by a string',
    'environment',
    { 'server/look.ts': "export const a = process['env'].PORT;" },
  ],
  [
    'the environment, imported from node:process',
    'environment',
    { 'server/look.ts': "import { env } from 'node:process';" },
  ],
  [
    'the openapi method with plain zod',
    'schema methods',
    {
      'features/payments/odd.schema.ts':
        "import { z } from 'zod';\nexport const A = z.uuid().openapi({ example: '1' });",
    },
  ],
  ['a rule that reads process', 'purity', { 'features/payments/luck.rules.ts': 'export const a = process.argv;' }],
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
  [
    'an API operation called with fetch',
    'addresses',
    { 'features/payments/ui/luck.ts': "await fetch('/api/orders/1');" },
  ],
  ['an exported name with a banned word', 'vocabulary', { 'server/look.ts': 'export const tellOwner = 1;' }],
  ['a file name with a banned word', 'vocabulary', { 'features/payments/heard-events.rules.ts': '' }],
  [
    "a title that doesn't start with a verb",
    'titles',
    { 'server/look.test.ts': "test('what the server says', () => {});" },
  ],
  [
    "a parameterized title that doesn't start with a verb",
    'titles',
    { 'server/look.test.ts': "it.each([1])('somebody with %i', () => {});" },
  ],
  ['a label with a banned word', 'copy', { 'features/admin/ui/look.tsx': 'export const a = <p>Nobody pays.</p>;' }],
  [
    'a message with a banned phrase',
    'copy',
    { 'features/admin/look.wording.ts': 'export const a = (n: string) => `The bank is told by ${n}`;' },
  ],
  ['two files with the same name', 'names', { 'features/payments/ui/read.ts': '', 'server/read.ts': '' }],
  ['a file with a catch-all name', 'names', { 'features/payments/ui/utils.ts': '' }],
  ['a folder within a topic', 'folders', { 'features/payments/orders/old/old.rules.ts': '' }],
  [
    'a topic folder with two files',
    'folders',
    { 'features/payments/orders/a.rules.ts': '', 'features/payments/orders/b.rules.ts': '' },
  ],
  [
    'a circular type import',
    'circles',
    {
      'features/payments/one.rules.ts': "import type { B } from './two.rules.ts';",
      'features/payments/two.rules.ts': "import { a } from './one.rules.ts';",
    },
  ],
  [
    'a database file that reads the environment',
    'environment',
    { 'db/look.ts': 'export const url = process.env.DATABASE_URL;' },
  ],
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
    'a table inserted into a statement',
    'tables',
    { 'tools/look.ts': "for (const t of ['orders']) await db.query(`select count(*) from ${t}`);" },
  ],
  [
    'a table as raw SQL alone',
    'tables',
    { 'features/accounts/more.queries.ts': "export const q = sql`select 1 from ${sql.raw('orders')}`;" },
  ],
  [
    'a table in a concatenated statement',
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
    'a table exported under another name',
    'tables',
    {
      'features/accounts/more.queries.ts':
        "import { users } from './accounts.tables.ts';\nexport const people = users;",
    },
  ],
  [
    'a table exported through a constant',
    'tables',
    {
      'features/accounts/more.queries.ts':
        "import { users } from './accounts.tables.ts';\nconst mine = users as never;\nconst all = { mine };\nexport { all };",
    },
  ],
  [
    'a table returned by an exported function',
    'tables',
    {
      'features/accounts/more.queries.ts':
        "import * as tables from './accounts.tables.ts';\nexport function people() {\n  return tables.users;\n}",
    },
  ],
  [
    'a table exported as an alias',
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
    'an address built from constants',
    'addresses',
    {
      'features/payments/luck.wording.ts':
        "const root = '/protocol';\nexport const at = (id: string) => `${root}/lfg/${id}`;",
    },
  ],
  [
    'an address joined from a list',
    'addresses',
    { 'features/payments/luck.wording.ts': "export const at = (id: string) => ['/protocol', 'lfg', id].join('/');" },
  ],
  [
    'an address built by a method',
    'addresses',
    { 'features/payments/luck.wording.ts': "export const at = (id: string) => '/protocol'.concat('/lfg/', id);" },
  ],
  ['a JavaScript file in a feature', 'kinds', { 'features/payments/ui/luck.mjs': '' }],
  ['a JavaScript file on the server', 'kinds', { 'server/luck.cjs': '' }],
  ['an SQL file in a feature', 'kinds', { 'features/payments/luck.sql': 'select 1' }],
  ["a folder that isn't in the architecture", 'kinds', { 'lib/luck.ts': '' }],
  ['a vendor without a client', 'kinds', { 'integrations/parrot/parrot.sandbox.ts': '' }],
  [
    'a circular import of JavaScript files',
    'circles',
    { 'tools/luck.js': "import './more.mjs';", 'tools/more.mjs': "import './luck.js';" },
  ],
  ['a table named in a JavaScript tool', 'tables', { 'tools/look.js': "const text = 'select * from orders';" }],
  ['a matcher that uses random numbers', 'purity', { 'matcher/luck.ts': 'export const luck = () => Math.random();' }],
  ['a matcher that reads the clock', 'purity', { 'matcher/luck.ts': 'export const at = () => performance.now();' }],
  ['a matcher that reads files', 'purity', { 'matcher/luck.ts': "import { readFileSync } from 'node:fs';" }],
  [
    'a matcher that imports threads',
    'purity',
    {
      'matcher/threads.ts': "import { Worker } from 'node:worker_threads';",
      'matcher/luck.ts': "import { start } from './threads.ts';",
    },
  ],
  [
    'a matcher thread that reads files',
    'purity',
    { 'matcher/threads.ts': "import { Worker } from 'node:worker_threads';\nimport fs from 'node:fs';" },
  ],
  ['ratings that use random numbers', 'purity', { 'ratings/luck.ts': 'export const luck = () => Math.random();' }],
  ['ratings that read the clock', 'purity', { 'ratings/luck.ts': 'export const at = () => Date.now();' }],
  ['ratings that import a feature', 'kinds', { 'ratings/luck.ts': "import '../features/accounts/accounts.rules.ts';" }],
  ['a matcher that logs', 'purity', { 'matcher/luck.ts': "export const say = () => console.log('found');" }],
  [
    'a generator without a seed',
    'purity',
    { 'features/payments/luck.generator.ts': 'export const luck = () => crypto.randomUUID();' },
  ],
  [
    "a generator that uses today's date",
    'purity',
    { 'features/payments/luck.generator.ts': 'export const at = () => new Date();' },
  ],
  [
    'a test with unseeded random numbers',
    'randomness',
    { 'features/payments/luck.test.ts': 'const who = players[Math.floor(Math.random() * players.length)];' },
  ],
  [
    'a test helper with random bytes',
    'randomness',
    { 'features/payments/test-luck.ts': "import { randomBytes } from 'node:crypto';" },
  ],
  ['a browser journey with random numbers', 'randomness', { 'e2e/luck.spec.ts': 'crypto.getRandomValues(bytes);' }],
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
  [
    'a quick test with performance.now',
    'timing',
    { 'features/payments/pay.test.ts': 'const began = performance.now();' },
  ],
  [
    'a journey that asserts on elapsed time',
    'timing',
    { 'e2e/pay.spec.ts': 'const began = Date.now();\nexpect(Date.now() - began).toBeLessThan(3_000);' },
  ],
  ...[
    ['a margin on the left', 'css', '.line { margin-left: 1rem; }'],
    ['a position on the right', 'css', '.line {\n  right: 0;\n}'],
    ['text aligned left', 'css', '.line {\n  text-align: left;\n}'],
    ['different paddings on the left and right', 'css', '.line {\n  padding: 0 0 0 calc(1rem + 2px);\n}'],
    ['a class with a margin on the left', 'tsx', 'export const Line = () => <p className="grid sm:ml-2" />;'],
    ['an inline style on the left', 'tsx', 'export const Line = () => <p style={{ top: 0, left: 0 }} />;'],
  ].map(
    ([what, extension, text]): Violation => [
      what!,
      'mirrored layouts',
      { [`features/payments/ui/line.${extension}`]: text! },
    ],
  ),
  ...[
    ['css', '.line {\n  color: #8b6cff;\n}'],
    ['css', '.line {\n  box-shadow: 0 1px rgb(0 0 0 / 0.5);\n}'],
    ['css', '.line {\n  background: url("data:image/svg+xml,%3Cpath stroke=\'%23ff8a3d\'/%3E");\n}'],
    ['tsx', "export const Line = () => <path stroke='#8b6cff' />;"],
    ['tsx', "export const Line = () => <i style={{ color: 'rgba(0, 0, 0, 0.5)' }} />;"],
  ].map(
    ([extension, text]): Violation => [
      `a color in a ${extension} file: ${text!.replaceAll(/\s+/g, ' ')}`,
      'theme colors',
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
    'a port among operations',
    'events',
    {
      'features/payments/luck.api.ts':
        "import { port } from '../../server/deps.ts';\nexport const luck = port<string>('luck');",
    },
  ],
];

describe('findProblems', () => {
  test('finds no problems in a clean repository', () => {
    expect(listProblems({})).toEqual([]);
  });

  test.each(VIOLATIONS)('refuses %s', (_what, rule, changes) => {
    const problems = listProblems(changes);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.filter((one) => !one.startsWith(`${rule}: `))).toEqual([]);
  });

  test.each([
    '<p><span>Hi</span>{ok && <b>there</b>}</p>',
    "<p>{ok ? 'Hi' : 'Bye'}</p>",
    "<p>Hi {ok ? 'you' : 'all'}</p>",
    '<p>{ok && <b>Hi</b>} {heading}{rows.map(row)}</p>',
  ])('allows %s', (jsx) => {
    const text = `const heading = <h2>Hi</h2>;\nexport const Line = ({ ok }: Props) => ${jsx};`;
    expect(listProblems({ 'features/admin/ui/line.tsx': text })).toEqual([]);
  });

  test.each([
    [
      'a timed test that measures',
      'features/payments/pay.timed.slow.test.ts',
      'const began = performance.now();\nexpect(performance.now() - began).toBeLessThan(3);',
    ],
    ['a time in the past', 'features/payments/pay.test.ts', 'expect(isOld(new Date(Date.now() - DAY_MS))).toBe(true);'],
    [
      'a deadline while waiting',
      'features/payments/pay.test.ts',
      'const at = Date.now();\nwhile (Date.now() - at < 9) await look();',
    ],
    ['a random id', 'features/payments/pay.test.ts', 'const id = crypto.randomUUID();'],
  ])('allows %s in a test', (_what, path, text) => {
    expect(listProblems({ [path]: text })).toEqual([]);
  });

  test.each([
    '<p className="stack gap-2 Upper">{t(messages.empty)}</p>',
    '<Button variant="primary" id="save-button">{name}</Button>',
    "<p>{lookUp(name, new Error('Nothing to look up.'))}</p>",
    '<time dateTime="2026-01-01">{name}</time>',
  ])('allows %s outside of the catalogs', (jsx) => {
    expect(listProblems({ 'features/payments/ui/line.tsx': `export const Line = () => ${jsx};` })).toEqual([]);
  });

  test.each([
    ['the auth protocol', 'features/accounts/auth-protocol.api.ts', "'Could not read the request body as JSON'"],
    ['the admin console', 'features/admin/admin.api.ts', "'Saved'"],
    ['a catalog', 'features/payments/saving.api.ts', 'readerTranslator(messages.saved)'],
  ])('allows a response message of %s', (_what, path, message) => {
    const text = `export const respond = (c) => c.json({ message: ${message} }, 200);`;
    expect(listProblems({ [path]: text })).toEqual([]);
  });

  test.each([
    '.line {\n  left: 50%;\n}',
    '.line {\n  inset-inline-start: 0;\n  padding: 0 1rem 1rem;\n}',
    '.line {\n  /* not mirrored: a place on the court */\n  left: 20%;\n}',
  ])('allows a stylesheet with %j', (text) => {
    expect(listProblems({ 'features/payments/ui/line.css': text })).toEqual([]);
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

  test('lists the imports allowed for each kind of file', () => {
    const rows = [...document.matchAll(/^\| `([\w/-]+)` \|.*\| ([^|]*) \| ([^|]*) \|$/gm)];
    const documentedRules = Object.fromEntries(
      rows.map(([, kind, values, types]) => [kind, { values: listOf(values!), types: listOf(types!) }]),
    );
    const importRules = Object.fromEntries(
      Object.entries(MAY_IMPORT).map(([kind, { values, types = [] }]) => [
        kind,
        { values: values.toSorted(), types: types.toSorted() },
      ]),
    );
    expect(documentedRules).toEqual(importRules);
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

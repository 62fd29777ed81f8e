import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Changes that break nodes of the previous version, or that let them write data this version doesn't accept. */
const BREAKING_CHANGES = [
  /\bdrop (table|column|view|function|type|trigger)\b/,
  /\brename\b/,
  /\balter (column )?\w+ (set not null|(set data )?type)\b/,
  /\badd (constraint|check|unique|foreign key)\b/,
  /\badd column (?=[^,;]*\bnot null\b)(?![^,;]*\bdefault\b)/,
];

/** The comment that such a migration must have. docs/operations.md tells operators to look for it. */
const OLDER_NODES_NOTE = /^-- Older nodes (stop first|go on: .+)/m;

/** The first migration number that must have the comment; earlier ones are already in every database. */
const FIRST_CHECKED = 849;
/** Higher numbers that were assigned before this rule. */
const EXEMPT_NUMBERS = [850, 851, 852, 853, 865, 866, 867, 880, 890, 891, 892, 893];

/** Number of migrations without a timestamp. Two branches may pick the same number, but rarely the same minute. */
const NUMBERED_COUNT = 101;
const LAST_NUMBERED = '0893_games_by_day.sql';
const FILE_NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)_[a-z\d_]+\.sql$/;

/** Returns whether the name starts with a UTC time that exists, to the minute. */
function isNamedByTime(name: string): boolean {
  const [, year, month, day, hour, minute] = FILE_NAME.exec(name) ?? [];
  const iso = `${year}-${month}-${day}T${hour}:${minute}`;
  const time = new Date(`${iso}Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(iso);
}

const withoutComments = (statements: string) => statements.replaceAll(/--.*$/gm, '');

function findMissingNote(name: string, statements: string): string[] {
  const breaksOlderNodes = BREAKING_CHANGES.some((pattern) => pattern.test(withoutComments(statements).toLowerCase()));
  return breaksOlderNodes && !OLDER_NODES_NOTE.test(statements) ? [name] : [];
}

test('allows only timestamped names for migrations after 0893', () => {
  const names = globSync('db/migrations/*.sql').map((path) => path.slice('db/migrations/'.length));
  const [numbered, datedNames] = [
    names.filter((name) => name <= LAST_NUMBERED),
    names.filter((name) => name > LAST_NUMBERED),
  ];
  expect(datedNames.filter((name) => !isNamedByTime(name))).toEqual([]);
  expect(numbered).toHaveLength(NUMBERED_COUNT);
});

test.each([
  ['20261128T0900_live_squad_scores.sql', true],
  ['0894_live_squad_scores.sql', false],
  ['20261128_live_squad_scores.sql', false],
  ['20261331T0900_live_squad_scores.sql', false],
  ['20260230T0900_live_squad_scores.sql', false],
  ['20261128T2460_live_squad_scores.sql', false],
  ['20261128T0900.sql', false],
])('detects whether the name %s starts with a valid timestamp: %s', (name, isTime) => {
  expect(isNamedByTime(name)).toBe(isTime);
});

test('requires a comment about older nodes in every migration that does more than add', () => {
  const files = globSync('db/migrations/*.sql').map((path) => ({
    name: path.slice('db/migrations/'.length),
    statements: readFileSync(path, 'utf8'),
  }));
  const checkedFiles = files.filter(
    ({ name }) => Number.parseInt(name, 10) >= FIRST_CHECKED && !EXEMPT_NUMBERS.includes(Number.parseInt(name, 10)),
  );
  expect(checkedFiles.flatMap(({ name, statements }) => findMissingNote(name, statements))).toEqual([]);
});

test.each([
  ['drop table posts;', true],
  ['alter table posts drop column title;', true],
  ['alter table posts rename column title to headline;', true],
  ['alter table posts alter column title set not null;', true],
  ['alter table posts alter column views type bigint;', true],
  ['alter table posts add constraint titled check (title <> $$);', true],
  ['alter table posts add column views integer not null;', true],
  ['alter table posts add column views integer not null default 0;', false],
  ['alter table posts add column title text; create index posts_by_title on posts (title);', false],
  ['create table posts (id uuid primary key, title text not null);', false],
  ['-- One does not drop table posts here.\nselect 1;', false],
])('detects whether "%s" needs a comment about older nodes: %s', (statements, needsNote) => {
  expect(findMissingNote('0999_posts.sql', statements)).toEqual(needsNote ? ['0999_posts.sql'] : []);
  expect(findMissingNote('0999_posts.sql', `-- Older nodes stop first: they read it.\n${statements}`)).toEqual([]);
  expect(findMissingNote('0999_posts.sql', `-- Older nodes go on: none of them reads it.\n${statements}`)).toEqual([]);
});

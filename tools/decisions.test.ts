import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listLongSentences } from './test-sentences.ts';

const FOLDER = 'docs/decisions';
const SECTIONS = ['Context', 'Decision', 'Alternatives rejected', 'Consequences'];
const records = readdirSync(FOLDER).filter((name) => /^\d{3}-.+\.md$/.test(name));

const read = (name: string) => readFileSync(`${FOLDER}/${name}`, 'utf8');

/** Reads the title, date and status from the first lines of a record. */
function readHead(name: string) {
  const [title, , facts] = read(name).split('\n');
  return {
    title: title?.match(/^# (\d{3}) (.+)$/)?.slice(1),
    facts: facts?.match(/^Date: (\d{4}-\d{2}-\d{2}) · Status: (in force|replaced by \d{3})$/)?.slice(1),
  };
}

test('gives every record its number, a date and a status', () => {
  for (const name of records) {
    const { title, facts } = readHead(name);
    expect(title?.[0], name).toBe(name.slice(0, 3));
    expect(facts, name).toHaveLength(2);
  }
  expect(new Set(records.map((name) => name.slice(0, 3))).size).toBe(records.length);
});

test('gives the template and every record the same sections in the same order', () => {
  for (const name of ['template.md', ...records]) {
    const headings = [...read(name).matchAll(/^#{2,} (.+)$/gm)].map(([, heading]) => heading);
    expect(headings, name).toEqual(SECTIONS);
  }
});

test('limits every record to 30 lines and its sentences to 25 words', () => {
  expect(records.length).toBeGreaterThan(0);
  for (const name of records) {
    expect(read(name).trimEnd().split('\n').length, name).toBeLessThanOrEqual(30);
    expect(listLongSentences(read(name)), name).toEqual([]);
  }
});

test('lists every record in the index with its title, date and status', () => {
  const index = read('README.md');
  const rows = index.split('\n').filter((line) => line.startsWith('| ['));
  const expected = records.map((name) => {
    const { title, facts } = readHead(name);
    return `| [${title?.[0]}](${name}) | ${title?.[1]} | ${facts?.[0]} | ${facts?.[1]} |`;
  });
  expect(rows).toEqual(expected);
});

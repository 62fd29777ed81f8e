import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = 'docs/decisions';
const records = readdirSync(FOLDER).filter((name) => /^\d{3}-.+\.md$/.test(name));

/** The title, date and status of a record, as its first lines say them. */
function head(name: string) {
  const [title, , facts] = readFileSync(`${FOLDER}/${name}`, 'utf8').split('\n');
  return {
    title: title?.match(/^# (\d{3}) (.+)$/)?.slice(1),
    facts: facts?.match(/^Date: (\d{4}-\d{2}-\d{2}) · Status: (in force|replaced by \d{3})$/)?.slice(1),
  };
}

test('every decision has its number, a date and a status', () => {
  for (const name of records) {
    const { title, facts } = head(name);
    expect(title?.[0], name).toBe(name.slice(0, 3));
    expect(facts, name).toHaveLength(2);
  }
  expect(new Set(records.map((name) => name.slice(0, 3))).size).toBe(records.length);
});

test('every decision says what was so, what is done and what follows, in this order', () => {
  for (const name of records) {
    const text = readFileSync(`${FOLDER}/${name}`, 'utf8');
    const headings = [...text.matchAll(/^\*\*(Context|Decision|Consequences)\.\*\*/gm)].map(([, heading]) => heading);
    expect(headings, name).toEqual(['Context', 'Decision', 'Consequences']);
  }
});

test('the index names every decision as it is, and nothing else', () => {
  const index = readFileSync(`${FOLDER}/README.md`, 'utf8');
  const rows = index.split('\n').filter((line) => line.startsWith('| ['));
  const expected = records.map((name) => {
    const { title, facts } = head(name);
    return `| [${title?.[0]}](${name}) | ${title?.[1]} | ${facts?.[0]} | ${facts?.[1]} |`;
  });
  expect(rows).toEqual(expected);
});

import { expect, test } from 'vitest';
import { english } from '../../messages/lazy-text.ts';
import { formatGroupReasons } from './queue.wording.ts';

const NAMES: Record<string, string> = { a: 'Ada', b: 'Bo', c: 'Cy', d: 'Dee' };
const facts = {
  members: ['a', 'b', 'c', 'd', 'e'],
  facts: [
    { about: 'positions', seats: ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, position: 'PG', primary: id !== 'b' })) },
    { about: 'level', level: 'elite' },
    { about: 'talk', languages: ['English'], silent: ['e'] },
  ],
};
const createReader = (id: string) => ({
  id,
  times: { zone: 'UTC', clock: 12 as const },
  nameOf: (other: string) => NAMES[other],
});

test('addresses each player as "you" and never names a player who left', () => {
  expect(formatGroupReasons(english, { facts, reasons: [] }, createReader('b'))).toEqual([
    'You fill in at PG; the other four play their primary role',
    'All five of you speak English; one of you has no microphone',
  ]);
  expect(formatGroupReasons(english, { facts, reasons: [] }, createReader('e'))).toEqual([
    'Bo fills in at PG; the other four of you play your primary role',
    'All five of you speak English; you have no microphone',
  ]);
});

test('shows the stored reasons when a check has no facts', () => {
  expect(formatGroupReasons(english, { facts: null, reasons: ['All five play Rec.'] }, createReader('a'))).toEqual([
    'All five play Rec.',
  ]);
});

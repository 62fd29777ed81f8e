import { beforeEach, expect, test, vi } from 'vitest';
import { createTranslator } from '../../../messages/translator.ts';
import { claimAnnouncement } from './announce-once.ts';
import { formatOutcome } from './outcome-labels.ts';

let storage: Map<string, string>;
/** Latest lock request. New ones wait for it, as with the browser's Web Locks. */
let turn: Promise<unknown>;

beforeEach(() => {
  storage = new Map();
  turn = Promise.resolve();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  });
  vi.stubGlobal('navigator', {
    locks: {
      request: (_name: string, work: () => unknown) => {
        turn = turn.then(work);
        return turn;
      },
    },
  });
});

test('shows an update exactly once across several tabs', async () => {
  expect(await Promise.all([claimAnnouncement('outcome', 'a'), claimAnnouncement('outcome', 'a')])).toEqual([
    true,
    false,
  ]);
  expect(await claimAnnouncement('outcome', 'a')).toBe(false);
  expect(await claimAnnouncement('outcome', 'b')).toBe(true);
});

test('tracks each kind of update separately', async () => {
  expect(await claimAnnouncement('outcome', 'a')).toBe(true);
  expect(await claimAnnouncement('sound', 'a')).toBe(true);
});

test('remembers only the last 30 updates', async () => {
  for (let n = 0; n < 100; n++) await claimAnnouncement('outcome', String(n));
  expect(JSON.parse([...storage.values()][0]!)).toHaveLength(30);
  expect(await claimAnnouncement('outcome', '99')).toBe(false);
});

test('still shows updates when storage is corrupt or unavailable', async () => {
  storage.set('planet-crew-queue-outcome', '{"not": "ours"}');
  expect(await claimAnnouncement('outcome', 'a')).toBe(true);
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('denied');
    },
    setItem: () => {
      throw new Error('denied');
    },
  });
  expect(await claimAnnouncement('outcome', 'b')).toBe(true);
});

test('formats an outcome as one sentence for removed players, and with a title for others', () => {
  const createOutcome = (kind: 'squad' | 'requeued' | 'out') =>
    formatOutcome(createTranslator(), { id: '', at: '', squad_id: null, kind, sentence: 'What happened.' });
  expect(createOutcome('out')).toEqual({ title: 'What happened.' });
  expect(createOutcome('requeued')).toEqual({ title: 'Back in the queue', description: 'What happened.' });
  expect(createOutcome('squad')).toEqual({ title: 'Your squad is set', description: 'What happened.' });
});

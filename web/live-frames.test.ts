import { expect, test } from 'vitest';
import { createFrameReader, findChangedKinds } from './live-frames.ts';

const STREAM =
  'event: greeting\ndata: {"now":"2026-11-20T12:00:00.000Z","topics":{"match:a":1}}\n\n: still here\n\nevent: change\ndata: {"match:a":2}\n\n';

test('parses the same frames wherever the chunks end, and skips heartbeats', () => {
  const events = createFrameReader()(STREAM);
  expect(events.map(({ event }) => event)).toEqual(['greeting', 'change']);
  expect(events[1]!.data).toEqual({ 'match:a': 2 });
  for (let size = 1; size < STREAM.length; size += 1) {
    const read = createFrameReader();
    const pieces = STREAM.match(new RegExp(`[^]{1,${size}}`, 'g'))!;
    expect(pieces.flatMap((piece) => read(piece))).toEqual(events);
  }
});

test('finds the kinds whose topics were added, removed or changed', () => {
  const knownRevs = { 'match:a': 1, 'party:b': 1, 'inbox:c': 4 };
  expect(findChangedKinds(knownRevs, { 'match:a': 2, 'party:b': 1, 'inbox:c': 4 })).toEqual(new Set(['match']));
  expect(findChangedKinds(knownRevs, { 'match:a': 1, 'inbox:c': 4 })).toEqual(new Set(['party']));
  expect(findChangedKinds(knownRevs, { ...knownRevs, 'match:d': 0 })).toEqual(new Set(['match']));
  // A topic that was purged on the server starts at 0 again.
  expect(findChangedKinds(knownRevs, { ...knownRevs, 'inbox:c': 0 })).toEqual(new Set(['inbox']));
  expect(findChangedKinds(knownRevs, knownRevs)).toEqual(new Set());
  expect(findChangedKinds(undefined, knownRevs)).toBe('all');
});

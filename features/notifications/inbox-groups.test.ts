import { describe, expect, test } from 'vitest';
import { type PageAddress, paths } from '../../content/paths.ts';
import { english } from '../../messages/lazy-text.ts';
import { formatCount, getNewsAnnouncement, groupByTopic, splitByAnswerNeeded } from './inbox-groups.rules.ts';
import type { InboxItem } from './notifications.schema.ts';

let messageCount = 0;
function createItem(title: string, address?: PageAddress): InboxItem {
  messageCount += 1;
  return {
    id: `00000000-0000-4000-8000-${String(messageCount).padStart(12, '0')}`,
    kind: 'lfg',
    title,
    lines: [],
    address: address ?? null,
    actions: [],
    read: false,
    waits: false,
    createdAt: '2026-03-03T12:00:00.000Z',
  };
}
const MATCH = '3f0c6a58-9a52-4a4e-8a52-0e9d5b1c7a11';
const LISTING = 'b4a9b8c2-1f0e-4a6d-9d65-3a2d7f6e1c22';
const listTitles = (items: InboxItem[]) =>
  groupByTopic(items).map(({ newest, earlier }) => [newest.title, ...earlier.map(({ title }) => title)]);

describe('grouping messages by topic', () => {
  test('puts the topic with the latest message first and its newest message on top', () => {
    const items = [
      createItem('second applicant', paths.listing(LISTING)),
      createItem('a proposal', paths.match(MATCH)),
      createItem('first applicant', paths.listing(LISTING.toUpperCase())),
    ];
    expect(listTitles(items)).toEqual([['second applicant', 'first applicant'], ['a proposal']]);
  });

  test('keeps messages without a topic separate', () => {
    expect(
      listTitles([createItem('one', paths.matches), createItem('two', paths.matches), createItem('three')]),
    ).toEqual([['one'], ['two'], ['three']]);
    expect(listTitles([])).toEqual([]);
  });

  test('includes each message once, in inbox order', () => {
    const items = Array.from({ length: 50 }, (_, i) => createItem(`${i}`, paths.listing(i % 3 ? LISTING : MATCH)));
    const things = groupByTopic(items);
    expect(things).toHaveLength(2);
    for (const { newest, earlier } of things) {
      const places = [newest, ...earlier].map((item) => items.indexOf(item));
      expect(places).toEqual([...places].sort((a, b) => a - b));
    }
    expect(things.flatMap(({ newest, earlier }) => [newest, ...earlier])).toHaveLength(50);
  });
});

describe('the inbox badge', () => {
  test('shows at most two digits', () => {
    expect([1, 99, 100, 4321].map(formatCount)).toEqual(['1', '99', '99+', '99+']);
  });

  test('announces only an increase', () => {
    expect(getNewsAnnouncement(english, undefined, 3)).toBe('');
    expect(getNewsAnnouncement(english, 3, 3)).toBe('');
    expect(getNewsAnnouncement(english, 3, 1)).toBe('');
    expect(getNewsAnnouncement(english, 3, undefined)).toBe('');
    expect(getNewsAnnouncement(english, 0, 1)).toBe('1 new message in your inbox');
    expect(getNewsAnnouncement(english, 3, 5)).toBe('2 new messages in your inbox');
  });
});

describe('splitByAnswerNeeded', () => {
  test('puts topics that need an answer first, even if only an earlier message asks for it', () => {
    const items = [
      { ...createItem('news'), waits: false },
      { ...createItem('asked', paths.match(MATCH)), waits: true },
      { ...createItem('newer', paths.listing(LISTING)), waits: false },
      { ...createItem('asks', paths.listing(LISTING)), waits: true },
    ];
    const { toAnswer, others } = splitByAnswerNeeded(groupByTopic(items));
    expect(toAnswer.map(({ newest }) => newest.title)).toEqual(['asked', 'newer']);
    expect(others.map(({ newest }) => newest.title)).toEqual(['news']);
  });
});

import { describe, expect, test } from 'vitest';
import { findUnmarkedSeq, mergeNews, mergeOwnMessage, mergeReadMark } from './thread-news.rules.ts';
import type { ThreadMessage, ThreadNews, ThreadPage } from './threads.schema.ts';

const createPerson = (id: string, isMuted = false) => ({
  id,
  display_name: id,
  avatar_path: null,
  is_you: id === 'me',
  muted: isMuted,
});

const createMessage = (seq: number, author: string): ThreadMessage => ({
  seq,
  client_id: null,
  author: { id: author, display_name: author, avatar_path: null },
  is_you: author === 'me',
  muted: false,
  text: `Message ${seq}`,
  removed: null,
  editable: false,
  created_at: '2026-11-20T20:00:00.000Z',
  edited_at: null,
});

const page: ThreadPage = {
  id: 't',
  kind: 'squad',
  subject_id: 's',
  closed: null,
  you_lead: false,
  members: [createPerson('me'), createPerson('one'), createPerson('loud', true)],
  first_seq: 1,
  last_seq: 2,
  read_seq: 2,
  unread: 0,
  messages: [createMessage(1, 'me'), createMessage(2, 'one')],
};

const createNews = (...entries: [number, string][]): ThreadNews => ({
  messages: entries.map(([seq, author_id]) => ({
    seq,
    author_id,
    client_id: `c${seq}`,
    text: `New ${seq}`,
    created_at: '2026-11-20T20:01:00.000Z',
  })),
});

describe('mergeNews', () => {
  test('appends new messages and counts them as unread unless the author is muted or is the viewer', () => {
    const next = mergeNews(page, createNews([3, 'one'], [4, 'loud'], [5, 'me']), 'me')!;
    expect(next.messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
    expect(next).toMatchObject({ last_seq: 5, unread: 1, read_seq: 2 });
    expect(next.messages[3]).toMatchObject({ muted: true, is_you: false, client_id: null, editable: false });
    expect(next.messages[4]).toMatchObject({ is_you: true, client_id: 'c5', editable: true });
  });

  test('changes nothing when the messages are already known', () => {
    expect(mergeNews(page, createNews([1, 'me'], [2, 'one']), 'me')).toEqual(page);
    expect(mergeNews(page, createNews(), 'me')).toEqual(page);
  });

  test('returns undefined when there is a gap or the author is unknown', () => {
    expect(mergeNews(page, createNews([4, 'one']), 'me')).toBeUndefined();
    expect(mergeNews(page, createNews([3, 'one'], [5, 'one']), 'me')).toBeUndefined();
    expect(mergeNews(page, createNews([3, 'stranger']), 'me')).toBeUndefined();
  });
});

test("inserts the viewer's own message once, whether its event comes before or after the response", () => {
  const own = createMessage(3, 'me');
  const next = mergeOwnMessage(page, own)!;
  expect(next).toMatchObject({ last_seq: 3, unread: 0 });
  expect(mergeOwnMessage(next, { ...own, text: 'As stored' })!.messages.map(({ text }) => text)).toEqual([
    'Message 1',
    'Message 2',
    'As stored',
  ]);
  expect(mergeOwnMessage(page, createMessage(4, 'me'))).toBeUndefined();
});

test('keeps newer messages unread when the read mark moves', () => {
  const newerPage = mergeNews(page, createNews([3, 'one'], [4, 'one']), 'me')!;
  expect(mergeReadMark(newerPage, 3)).toMatchObject({ read_seq: 3, unread: 1 });
  expect(mergeReadMark(newerPage, 4)).toMatchObject({ read_seq: 4, unread: 0 });
  expect(mergeReadMark({ ...newerPage, read_seq: 4 }, 3)).toMatchObject({ read_seq: 4 });
});

test('moves the read mark to the newest message even if it does not count as unread', () => {
  expect(findUnmarkedSeq(page)).toBe(0);
  expect(findUnmarkedSeq({ ...page, last_seq: 3, unread: 1 })).toBe(3);
  // The newest message was deleted or its author is muted. The read mark must still move, or the reader wouldn't be
  // notified of the next message.
  expect(findUnmarkedSeq({ ...page, last_seq: 3, unread: 0 })).toBe(3);
});

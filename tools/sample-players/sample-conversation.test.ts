import { describe, expect, test } from 'vitest';
import { blockedWords } from '../../content/blocked-words.ts';
import { findBlockedWord } from '../../features/moderation/blocked-words.rules.ts';
import { chooseNextLine, MAX_LINES_PER_HOUR, type SampleConversation } from './sample-conversation.ts';
import { ANSWERS, GREETINGS } from './sample-lines.ts';

const now = new Date('2026-03-02T20:00:00Z');
const isSample = (id: string) => id.startsWith('sample');
const members = ['sample-1', 'sample-2', 'sample-3', 'person'].map((id) => ({ id }));
const createMessage = (seq: number, author: string | null, text: string, secondsAgo = 5) => ({
  seq,
  author: author === null ? null : { id: author },
  text,
  removed: null as string | null,
  created_at: new Date(now.getTime() - secondsAgo * 1_000).toISOString(),
});
const createTalk = (...messages: SampleConversation['messages'][number][]): SampleConversation => ({
  id: 'thread',
  members,
  first_seq: 1,
  messages,
});
const HELLO = createMessage(1, 'sample-2', 'Hello squad', 30);
const chooseNext = (...messages: SampleConversation['messages'][number][]) =>
  chooseNextLine(createTalk(...messages), isSample, now);

describe('the sample conversation', () => {
  test('posts one greeting by one sample player', () => {
    const line = chooseNext()!;
    expect(GREETINGS).toContain(line.text);
    expect(members.map(({ id }) => id).filter(isSample)).toContain(line.authorId);
    expect(line.clientId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(chooseNext()).toEqual(line);
    expect(chooseNext(createMessage(1, 'person', 'First!'))).toMatchObject({
      text: line.text,
      clientId: line.clientId,
    });
    expect(chooseNext(HELLO)).toBeUndefined();
  });

  test.each([
    ['hi everybody', 6],
    ['When do we play tonight?', 4],
    ['do you have a mic', 2],
    ['good games all', 1],
    ['thanks!', 0],
    ['ready?', 5],
    ['which shoes?', 7],
  ])('answers "%s"', (text, place) => {
    expect(ANSWERS[place]!.lines).toContain(chooseNext(HELLO, createMessage(2, 'person', text))?.text);
  });

  test('ignores statements, old messages, removed messages and messages by former members', () => {
    expect(chooseNext(HELLO, createMessage(2, 'person', 'My cat sat on the keyboard.'))).toBeUndefined();
    expect(chooseNext(HELLO, createMessage(2, 'person', 'hi', 700))).toBeUndefined();
    expect(chooseNext(HELLO, { ...createMessage(2, 'person', ''), removed: 'author' })).toBeUndefined();
    expect(chooseNext(HELLO, createMessage(2, null, 'hi'))).toBeUndefined();
  });

  test('never answers a sample player, and adds no greeting to a long chat between people', () => {
    expect(chooseNext(createMessage(1, 'person', 'hi'), createMessage(2, 'sample-1', 'Ready?'))).toBeUndefined();
    expect(chooseNext(createMessage(90, 'person', 'We won twice.'))).toBeUndefined();
    const loneLine = chooseNextLine(
      { ...createTalk(createMessage(1, 'person', 'hi')), members: [{ id: 'person' }] },
      isSample,
      now,
    );
    expect(loneLine).toBeUndefined();
  });

  test(`has at most ${MAX_LINES_PER_HOUR} lines per hour by sample players, however often people ask`, () => {
    for (const interval of [1, 4, 9]) expectRateLimitHolds(interval);
  });
});

function expectRateLimitHolds(everyMinutes: number): void {
  let messages: SampleConversation['messages'][number][] = [];
  const writtenAt: number[] = [];
  for (let minute = 0; minute < 600; minute += everyMinutes) {
    const at = new Date(now.getTime() + minute * 60_000);
    const seq = messages.length + 1;
    messages = [...messages, { ...createMessage(seq, 'person', 'hello, ready?'), created_at: at.toISOString() }];
    const line = chooseNextLine(createTalk(...messages.slice(-50)), isSample, at);
    if (!line) continue;
    writtenAt.push(minute);
    messages = [
      ...messages,
      { ...createMessage(seq + 1, line.authorId, line.text), created_at: new Date(at.getTime() + 5_000).toISOString() },
    ];
  }
  for (const from of writtenAt) {
    expect(writtenAt.filter((minute) => minute >= from && minute < from + 60).length).toBeLessThanOrEqual(
      MAX_LINES_PER_HOUR,
    );
  }
  // There should be some lines in ten hours, unless people write constantly.
  expect(writtenAt.length).toBeGreaterThan(everyMinutes === 1 ? 4 : MAX_LINES_PER_HOUR * 8);
}

test('has only short lines that pass the word filter', () => {
  for (const text of [...GREETINGS, ...ANSWERS.flatMap(({ lines }) => lines)]) {
    expect(findBlockedWord(text, blockedWords), text).toBeFalsy();
    expect(text.length).toBeLessThan(100);
  }
});

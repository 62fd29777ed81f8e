import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getStateSince, guessTopic, redactPath, toExcerpt } from './support.rules.ts';

describe('redactPath', () => {
  it.each([
    ['/protocol/squads/8d2e4523-0a5e-4a52-8d2b-0d6f5a2f0001', '/protocol/squads/8d2e4523-0a5e-4a52-8d2b-0d6f5a2f0001'],
    ['/tournament-of-power', '/tournament-of-power'],
    ['/protocol/party/Zk3v9QpLx0aWm7RtYbNc2e', '/protocol/party/…'],
    ['/protocol/squads/join/0123456789abcdef0123456789abcdef', '/protocol/squads/join/…'],
    [`/${'word-'.repeat(10)}`, '/…'],
  ])('turns %s into %s', (path, expected) => {
    expect(redactPath(path)).toBe(expected);
  });

  it('never keeps a random token', () => {
    const token = fc.uint8Array({ minLength: 18, maxLength: 48 }).map((bytes) => Buffer.from(bytes).toString('hex'));
    fc.assert(fc.property(token, (secret) => !redactPath(`/protocol/party/${secret}`).includes(secret)));
  });
});

describe('toExcerpt', () => {
  it('returns one line of at most 120 characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const excerpt = toExcerpt(text);
        expect([...excerpt].length).toBeLessThanOrEqual(120);
        expect(excerpt).not.toMatch(/\n/);
      }),
    );
  });

  it('keeps a short text', () => {
    expect(toExcerpt(' My order\n\nis  missing. ')).toBe('My order is missing.');
  });
});

describe('guessTopic', () => {
  it('guesses the topic from the subject of the request', () => {
    expect(guessTopic('order', false)).toBe('money');
    expect(guessTopic('squad', false)).toBe('play');
    expect(guessTopic('player', false)).toBe('safety');
    expect(guessTopic('order', true)).toBe('bug');
    expect(guessTopic(undefined, false)).toBe('');
  });
});

describe('getStateSince', () => {
  const before = { state: 'open', stateSince: new Date('2026-11-01') } as const;
  it('stays at the oldest unanswered message while a request is open', () => {
    expect(getStateSince(before, 'open', new Date('2026-11-05'))).toEqual(new Date('2026-11-01'));
    expect(getStateSince(before, 'answered', new Date('2026-11-05'))).toEqual(new Date('2026-11-05'));
  });
});

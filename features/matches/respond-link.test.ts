import { describe, expect, it } from 'vitest';
import { readRespondLink } from './respond-link.rules.ts';

const read = (query: string) => readRespondLink(new URLSearchParams(query));

describe('the answer link', () => {
  it('parses its long and its short form', () => {
    expect(read('matchId=1&action=accept')).toEqual({ ok: true, matchId: '1', action: 'accept' });
    expect(read('m=1&a=decline')).toEqual({ ok: true, matchId: '1', action: 'decline' });
  });

  it('explains the problem with an invalid link', () => {
    const missing = { ok: false, message: 'Invalid link: missing matchId or action parameters' };
    for (const query of ['', 'matchId=1', 'action=accept', 'matchId=&action=accept'])
      expect(read(query)).toEqual(missing);
    expect(read('m=1&a=maybe')).toEqual({ ok: false, message: 'Invalid action: must be "accept" or "decline"' });
  });
});

import { describe, expect, it } from 'vitest';
import { english } from '../../messages/lazy-text.ts';
import { readRespondLink } from './respond-link.rules.ts';

const read = (query: string) => readRespondLink(new URLSearchParams(query));

describe('the answer link', () => {
  it('is valid in its long and its short form', () => {
    expect(read('matchId=1&action=accept')).toEqual({ ok: true, matchId: '1', action: 'accept' });
    expect(read('m=1&a=decline')).toEqual({ ok: true, matchId: '1', action: 'decline' });
  });

  it("explains the problem when it's invalid", () => {
    const getProblem = (query: string) => {
      const link = read(query);
      return link.ok || english(link.problem);
    };
    for (const query of ['', 'matchId=1', 'action=accept', 'matchId=&action=accept'])
      expect(getProblem(query)).toBe('Invalid link: missing matchId or action parameters');
    expect(getProblem('m=1&a=maybe')).toBe('Invalid action: must be "accept" or "decline"');
  });
});

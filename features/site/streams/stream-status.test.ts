import { describe, expect, it } from 'vitest';
import { english } from '../../../messages/lazy-text.ts';
import { formatStreamStatus } from './stream-status.wording.ts';

const formatStatus = (live: (boolean | null)[], isOnAir: boolean) =>
  formatStreamStatus(
    english,
    live.map((each, index) => ({ name: ['Nova', 'Kit'][index]!, live: each })),
    isOnAir,
  );

describe('formatStreamStatus', () => {
  it("names who's live and labels the countdown as the next scheduled stream", () => {
    for (const onAir of [true, false]) {
      expect(formatStatus([true, false], onAir)).toEqual({
        line: 'Live now: Nova. Watch below.',
        until: 'Next scheduled stream in',
      });
    }
    expect(formatStatus([true, true], true).line).toBe('Live now: Nova and Kit. Watch below.');
  });

  it("says that no one is live yet only when every channel's status is known", () => {
    expect(formatStatus([false, false], true).line).toBe("It's past 5 PM Eastern, but no one is live yet.");
    expect(formatStatus([null, false], true).line).toBe("It's past 5 PM Eastern. See who's on below.");
  });

  it('shows only the countdown when no one is live and no stream is scheduled now', () => {
    expect(formatStatus([false, null], false)).toEqual({ line: null, until: 'Next stream in' });
  });
});

import { describe, expect, it } from 'vitest';
import { english } from '../../../messages/lazy-text.ts';
import { formatStreamStatus } from './stream-status.wording.ts';

const status = (live: (boolean | null)[], onAir: boolean) =>
  formatStreamStatus(
    english,
    live.map((each, index) => ({ name: ['Nova', 'Kit'][index]!, live: each })),
    onAir,
  );

describe('formatStreamStatus', () => {
  it("names who's live and labels the countdown as the next scheduled stream", () => {
    for (const onAir of [true, false]) {
      expect(status([true, false], onAir)).toEqual({
        line: 'Live now: Nova. Watch below.',
        until: 'Next scheduled stream in',
      });
    }
    expect(status([true, true], true).line).toBe('Live now: Nova and Kit. Watch below.');
  });

  it("says that no one is live yet only when every channel's status is known", () => {
    expect(status([false, false], true).line).toBe("It's past 5 PM Eastern, but no one is live yet.");
    expect(status([null, false], true).line).toBe("It's past 5 PM Eastern. See who's on below.");
  });

  it('shows only the countdown when no one is live and no stream is scheduled now', () => {
    expect(status([false, null], false)).toEqual({ line: null, until: 'Next stream in' });
  });
});

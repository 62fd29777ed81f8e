import { describe, expect, test, vi } from 'vitest';
import { renderText } from '../../../web/test-page.ts';
import NotificationSettings from '../pages/notification-settings.tsx';
import { ConnectionCard } from './connection-card.tsx';

vi.mock('../../../web/auth-session.ts', () => ({
  getAccessToken: async () => 'a token',
  forgetSession: async () => {},
  useAuth: () => ({ user: null, isLoading: false }),
}));

const PROBLEM = 'Your account there does not take messages from us.';
const createDiscord = (problem: string | null) => ({ available: true, connected: true, username: 'nova#7', problem });
const createPage = (closedChannels: string[], problem: string | null) => ({
  path: '/account/notifications',
  loaderData: {
    connections: [createDiscord(problem)],
    preferences: {
      consent: true,
      kinds: [
        {
          kind: 'match_proposed',
          label: 'New matches',
          wakes: false,
          channels: { email: true, sms: false, discord: true, push: true },
        },
      ],
      quiet: null,
      urgentInQuiet: false,
      nowhere: ['sms', 'push'],
      closed: closedChannels.map((channel) => ({ channel, sentence: PROBLEM })),
    },
  },
});
const countTimes = (html: string, what: string) => html.split(what).length - 1;

describe("a channel that doesn't reach the user", () => {
  test('is mentioned once in the settings, on its own card, with a retry', () => {
    const text = renderText(<NotificationSettings />, createPage(['discord'], PROBLEM));
    expect(countTimes(text, PROBLEM)).toBe(1);
    expect(countTimes(text, 'Try again')).toBe(1);
    expect(text).toContain('Connect again');
  });

  test('is mentioned by the settings when it has no card', () => {
    const text = renderText(<NotificationSettings />, createPage(['sms'], null));
    expect(text).toContain("SMS messages aren't reaching you");
    expect([countTimes(text, PROBLEM), countTimes(text, 'Try again')]).toEqual([1, 1]);
  });

  test('has no switch in the settings, only a line to set it up', () => {
    const text = renderText(<NotificationSettings />, createPage([], null));
    expect(text).toMatch(/Games Matches, Play now, parties, listings Email Discord More about Games/);
    expect([countTimes(text, 'SMS'), countTimes(text, 'Push ')]).toEqual([0, 1]);
  });

  test('shows no retry button once the channel reaches the user again', () => {
    expect(renderText(<ConnectionCard channel="discord" connectionStatus={createDiscord(null)} />)).not.toContain(
      'Try again',
    );
  });
});

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
const discord = (problem: string | null) => ({ available: true, connected: true, username: 'nova#7', problem });
const page = (closed: string[], problem: string | null) => ({
  path: '/account/notifications',
  loaderData: {
    connections: [discord(problem)],
    preferences: {
      consent: true,
      kinds: [],
      quiet: null,
      urgentInQuiet: false,
      nowhere: ['sms', 'push'],
      closed: closed.map((channel) => ({ channel, sentence: PROBLEM })),
    },
  },
});
const times = (words: string, what: string) => words.split(what).length - 1;

describe("a channel that doesn't reach the user", () => {
  test('is mentioned once in the settings, on its own card, with a retry', () => {
    const words = renderText(<NotificationSettings />, page(['discord'], PROBLEM));
    expect(times(words, PROBLEM)).toBe(1);
    expect(times(words, 'Try again')).toBe(1);
    expect(words).toContain('Connect again');
  });

  test('is mentioned by the settings when it has no card', () => {
    const words = renderText(<NotificationSettings />, page(['sms'], null));
    expect(words).toContain("SMS isn't reaching you");
    expect([times(words, PROBLEM), times(words, 'Try again')]).toEqual([1, 1]);
  });

  test('is mentioned once above the toggles when it has no address', () => {
    const words = renderText(<NotificationSettings />, page([], null));
    expect(times(words, 'These channels don’t reach you yet: SMS, Push.')).toBe(1);
  });

  test('shows no retry button once the channel reaches the user again', () => {
    expect(renderText(<ConnectionCard channel="discord" connectionStatus={discord(null)} />)).not.toContain(
      'Try again',
    );
  });
});

import { describe, expect, test } from 'vitest';
import { english } from '../../messages/lazy-text.ts';
import { chooseInitialDisplayName } from './arrival-name.rules.ts';
import {
  findMissingMatchField,
  findPublishProblem,
  formatFeetAndInches,
  formatProfileSummary,
  listConnectLinks,
  toStreamingAccount,
} from './profiles.rules.ts';

const complete = {
  platform: 'PS5',
  role: 'PG',
  modes: ['Rec'],
  region: 'EU',
  timezone: 'Europe/Berlin',
  allow_contact: true,
};

describe('publishing', () => {
  test('is allowed when nothing is missing', () => {
    expect(findPublishProblem(complete)).toBeUndefined();
  });

  test.each([
    [{ platform: null }, 'Please fill in Platform, Role, and at least one Mode.', 'platform'],
    [{ role: '' }, 'Please fill in Platform, Role, and at least one Mode.', 'role'],
    [{ modes: [] }, 'Please fill in Platform, Role, and at least one Mode.', 'modes'],
    [{ modes: [], region: null }, 'Please fill in Platform, Role, and at least one Mode.', 'modes'],
    [{ region: null }, 'Please fill in Region and Timezone.', 'region'],
    [{ timezone: null }, 'Please fill in Region and Timezone.', 'timezone'],
  ])('asks for the missing field when the profile has %j', (change, message, field) => {
    const problem = findPublishProblem({ ...complete, ...change })!;
    expect([english(problem.message), problem.field]).toEqual([message, field]);
  });

  test('requires contact to be allowed', () => {
    expect(findPublishProblem({ ...complete, allow_contact: false })?.field).toBe('allow_contact');
  });
});

test('asks for the fields required for matching, in order', () => {
  const hours = [{ days: ['Tue'], start: '20:00', end: '23:00' }];
  expect(findMissingMatchField({ languages: ['English'], availability: hours })).toBeNull();
  expect(findMissingMatchField({ languages: ['English'], availability: [] })).toBe('hours');
  expect(findMissingMatchField({ languages: [], availability: [] })).toBe('languages');
});

test.each([
  [77, `6'5"`],
  [72, `6'0"`],
  [83, `6'11"`],
])('formats %i inches as %s', (inches, text) => {
  expect(formatFeetAndInches(inches)).toBe(text);
});

describe('contact list', () => {
  const noLinks = { twitch_url: null, discord: null, twitter: null, psn: null, xbox: null };

  test('links streaming, chat and social handles and shows console names as plain text', () => {
    const links = listConnectLinks({
      twitch_url: 'https://www.twitch.tv/nova',
      discord: 'nova#0001',
      twitter: 'nova',
      psn: 'nova-x',
      xbox: 'Nova X',
    });
    expect(links.map(({ text, href }) => [text, href])).toEqual([
      ['nova', 'https://www.twitch.tv/nova'],
      ['nova#0001', 'https://discord.com/users/nova%230001'],
      ['@nova', 'https://x.com/nova'],
      ['nova-x', undefined],
      ['Nova X', undefined],
    ]);
  });

  test('lists nothing when the player shows no handles', () => {
    expect(listConnectLinks(noLinks)).toEqual([]);
  });
});

describe('a Twitch identity', () => {
  test("provides the streaming account's id, login and display name", () => {
    const identity_data = {
      sub: '42',
      name: 'NovaDimes',
      slug: 'novadimes',
      nickname: 'Nova Dimes',
      avatar_url: 'https://static-cdn.jtvnw.net/nova.png',
    };
    expect(toStreamingAccount({ provider_id: '42', identity_data })).toEqual({
      id: '42',
      login: 'novadimes',
      name: 'Nova Dimes',
      picture: 'https://static-cdn.jtvnw.net/nova.png',
    });
  });

  test('has only an id when there are no claims', () => {
    expect(toStreamingAccount({ provider_id: '42', identity_data: { name: 7 } })).toEqual({
      id: '42',
      login: null,
      name: null,
      picture: null,
    });
  });
});

describe('chooseInitialDisplayName', () => {
  test.each([
    [[null, 'nova', 'Someone'], 'nova'],
    [['Nova\u202e\u3164', 'nova'], 'Nova'],
    [['\u3164', null, 'E\u0301loi\u0308se'], 'Éloïse'],
    [['Planet Crew', 'аdmin', undefined], null],
    [['🏀', '', null], null],
    [[`${'x'.repeat(39)}👨‍👩‍👧‍👦👨‍👩‍👧‍👦`], `${'x'.repeat(39)}👨‍👩‍👧‍👦`],
  ])('turns %j into %s', (names, name) => {
    expect(chooseInitialDisplayName(names)).toBe(name);
  });
});

test('summarizes a profile in one line', () => {
  const facts = { role: 'C', platform: 'PC', region: 'SA', competitive_level: 'elite', modes: ['Rec'], mic: false };
  expect(formatProfileSummary(english, { ...facts, overall_rating: 91, win_percentage: 60.5 })).toBe(
    'Elite center on PC, SA. 91 overall. 60.5% win rate. Plays Rec, without a mic.',
  );
  expect(
    formatProfileSummary(english, { ...facts, competitive_level: null, overall_rating: null, win_percentage: null }),
  ).toBe('Center on PC, SA. Plays Rec, without a mic.');
});

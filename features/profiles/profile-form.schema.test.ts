import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { translateIssue } from '../../messages/issue-text.ts';
import { english } from '../../messages/lazy-text.ts';
import { LIMITS } from './game.schema.ts';
import { ProfileForm } from './profile-form.schema.ts';

const parse = (fields: object) => ProfileForm.safeParse({ display_name: 'Nova', ...fields });
const getMessage = (fields: object) => translateIssue(english, parse(fields).error!.issues[0]!.message);
const resultOf = (fields: object) => parse(fields).data;

describe('the profile form', () => {
  test('requires a name and fills in everything else', () => {
    expect(getMessage({ display_name: '  \u200b ' })).toBe('Enter your display name.');
    expect(resultOf({})).toMatchObject({
      mic: true,
      crossplay: true,
      allow_contact: true,
      consent_comms: true,
      preferred_contact: 'email',
      public_handles: ['twitch'],
      modes: [],
      availability: [],
      region: null,
      bio: '',
    });
  });

  test.each([
    [{ bio: 'x'.repeat(501) }, 'Keep “About you” to 500 characters.'],
    [{ display_name: 'x'.repeat(41) }, 'Keep your display name to 40 characters.'],
    [{ email: 'nobody' }, 'Enter an email address like name@example.org.'],
    [{ platform: 'PS4' }, 'Choose a platform: PS5, Xbox Series, PC, Switch or Other.'],
    [{ role: 'pg' }, 'Choose a role: PG, SG, SF, PF or C.'],
    [{ region: 'Mars' }, 'Choose a region: NA-East, NA-West, EU, Asia, SA, Oceania or Other.'],
    [{ timezone: 'Mars/Olympus' }, 'Choose a time zone from the list, like America/New_York.'],
    [{ height_in: 300 }, 'Enter a height from 4 feet (48 inches) to 8 feet (96 inches).'],
    [{ weight_lb: 'heavy' }, 'Enter a weight from 80 to 400 lbs.'],
    [{ overall_rating: 85.5 }, 'Enter an overall rating from 25 to 99.'],
    [{ win_percentage: 101 }, 'Enter a win % from 0 to 100.'],
    [{ mic: 'yes' }, 'Choose a mic option: yes or no.'],
    [{ phone: '12' }, 'Enter the phone number with its country code, like +1 212 555 0100.'],
    [{ twitter: 'not a handle' }, 'Enter an X handle of up to 15 letters, digits or underscores.'],
    [{ modes: Array.from({ length: 11 }, (_, index) => `mode ${index}`) }, 'Keep it to 10 modes.'],
    [{ availability: [{ days: [], start: '19:00', end: '23:00' }] }, 'Add at least one day to each time window.'],
    [{ availability: [{ days: ['Mon'], start: '25:00', end: '23:00' }] }, 'Enter times like 19:00.'],
  ])('refuses %j with a message', (fields, message) => {
    expect(getMessage(fields)).toBe(message);
  });

  test('accepts a bio of exactly 500 characters as a reader would count them', () => {
    expect(resultOf({ bio: '🏀'.repeat(LIMITS.bio) })?.bio).toHaveLength(1000);
    expect(parse({ bio: '🏀'.repeat(501) }).success).toBe(false);
  });

  test('keeps HTML as text and drops invisible characters', () => {
    const bio = '<script>alert(1)</script>\u0000\u202e\r\nline two\u0007';
    expect(resultOf({ bio })?.bio).toBe('<script>alert(1)</script>\nline two');
    expect(resultOf({ display_name: ' No\u0000va\t\u202e X ' })?.display_name).toBe('Nova X');
  });

  test('trims list items, drops empty and duplicate ones, and recognizes names of modes and languages', () => {
    expect(resultOf({ modes: [' park ', 'The Rec', '', 'REC', 'Streetball'] })?.modes).toEqual([
      'Park/City',
      'Rec',
      'Streetball',
    ]);
    expect(resultOf({ playstyle: ['Iso', ' iso', '  '] })?.playstyle).toEqual(['iso']);
    expect(resultOf({ languages: ['english', 'deutsch', 'German'] })?.languages).toEqual(['English', 'German']);
  });

  test('keeps list items named like JavaScript built-ins', () => {
    const names = ['__proto__', 'constructor', 'toString'];
    expect(resultOf({ modes: names })?.modes).toEqual(names);
  });

  test('extracts handles from URLs and turns blank text into null', () => {
    expect(
      resultOf({
        twitter: 'https://x.com/nova_dimes?s=20',
        discord: '@nova.dimes',
        psn: ' ',
        phone: '+1 (212) 555-0100',
      }),
    ).toMatchObject({ twitter: 'nova_dimes', discord: 'nova.dimes', psn: null, phone: '+12125550100' });
  });

  test('accepts the single window of older exports, fills in its default times and sorts its days', () => {
    expect(resultOf({ availability: { days: ['Sun', 'Mon', 'Sun'] } })?.availability).toEqual([
      { days: ['Mon', 'Sun'], start: '19:00', end: '23:00' },
    ]);
  });

  test('rejects control characters and never throws, for any input', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (anything, text) => {
        ProfileForm.safeParse(anything);
        const read = ProfileForm.safeParse({ display_name: text, bio: text, modes: [text], discord: text });
        if (!read.success) return;
        expect(JSON.stringify(read.data)).not.toMatch(/\\u0000|\\u0007|\u202e/);
      }),
    );
  });
});

test('normalizes phone numbers', () => {
  const read = (phone: string) => ProfileForm.safeParse({ display_name: 'Ann', phone }).data?.phone;
  expect([read('0049 (0) 151 23456789'), read('')]).toEqual(['+4915123456789', null]);
});

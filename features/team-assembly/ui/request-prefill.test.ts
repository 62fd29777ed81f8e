import { expect, test } from 'vitest';
import { countHours } from '../../../web/ui/week-cells.ts';
import type { OwnProfile } from '../../profiles/profiles.schema.ts';
import { prefillFromProfile } from './request-prefill.ts';

const createProfile = (more: Partial<OwnProfile>) =>
  ({
    ...{ overall_rating: 92, region: 'NA-East', platform: 'Xbox Series', discord: 'kim', psn: 'kim_psn' },
    ...{ timezone: 'America/New_York', availability: [{ days: ['Mon', 'Wed'], start: '19:00', end: '23:00' }] },
    ...more,
  }) as OwnProfile;
const reader = { zone: 'America/New_York', clock: 12 } as const;
const prefill = (more: Partial<OwnProfile> = {}) => prefillFromProfile(createProfile(more), reader);

test("prefills a request from the buyer's profile", () => {
  const { week, ...words } = prefill();
  expect(words).toEqual({
    ...{ tier: 'advanced', region: 'na-east', platform: 'xbox', contact: 'kim' },
    availability: 'Mon, Wed 7:00–11:00 PM',
  });
  expect(countHours(week!)).toBe(8);
  expect(prefill({ discord: null }).contact).toBe('kim_psn');
});

test.each([
  [70, 'beginner'],
  [80, 'intermediate'],
  [89, 'intermediate'],
  [95, 'elite'],
  [99, 'elite'],
  [null, ''],
] as const)('prefills the tier for a player rated %s: "%s"', (overall_rating, tier) => {
  expect(prefill({ overall_rating }).tier).toBe(tier);
});

test('skips values that the profile lacks or the concierge does not offer', () => {
  const profileFields = { region: 'SA', platform: 'Switch', discord: null, psn: null, overall_rating: null };
  expect(prefill({ ...profileFields, availability: [] })).toEqual({ tier: '', region: '', platform: '', contact: '' });
  expect(prefill({ region: null, platform: null })).toMatchObject({ region: '', platform: '' });
});

test("skips hours from a time zone other than the form's", () => {
  expect(prefillFromProfile(createProfile({}), { ...reader, zone: 'Europe/Paris' })).not.toHaveProperty('week');
  expect(prefillFromProfile(createProfile({ timezone: 'US/Eastern' }), reader)).toHaveProperty('week');
});

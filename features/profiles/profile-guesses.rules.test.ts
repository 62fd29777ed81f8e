import { describe, expect, test } from 'vitest';
import { getStepIndex, ONBOARDING_STEPS } from './onboarding-steps.schema.ts';
import { createDraft, DEFAULT_FIELDS, findResumeStep, guessLanguage, guessRegion } from './profile-defaults.rules.ts';
import { FIELD_NAMES, type FieldName, getFieldKind, mapFields } from './profile-fields.schema.ts';
import { findProblems, toDraft } from './profile-form.rules.ts';
import type { OwnProfile } from './profiles.schema.ts';

test.each([
  ['America/New_York', 'NA-East'],
  ['America/Chicago', 'NA-East'],
  ['America/Los_Angeles', 'NA-West'],
  ['America/Argentina/Buenos_Aires', 'SA'],
  ['Europe/Warsaw', 'EU'],
  ['Asia/Tokyo', 'Asia'],
  ['Australia/Sydney', 'Oceania'],
  ['Africa/Lagos', ''],
  ['America/Nuuk', ''],
  ['UTC', ''],
  ['', ''],
])('guesses the region of %s as "%s"', (timezone, region) => {
  expect(guessRegion(timezone)).toBe(region);
});

test.each([
  ['en-US', 'English'],
  ['pt-BR', 'Portuguese'],
  ['zh-Hans-CN', 'Chinese'],
  ['de', 'German'],
  ['en-US@posix', 'English'],
  ['C.UTF-8', undefined],
  ['xx', undefined],
  ['', undefined],
  ['not a tag', undefined],
])('guesses the language of the tag "%s" as %s', (tag, language) => {
  expect(guessLanguage(tag)).toBe(language);
});

const EMPTY = { name: '', text: null, number: null, decimal: null, words: [], switch: false, hours: [] };

describe('a new form', () => {
  const id = '3f9a0000-0000-4000-8000-000000000000';
  const createProfile = (fields: object) =>
    ({
      id,
      display_name: 'Nova',
      timezone: 'Europe/Berlin',
      region: null,
      languages: [],
      ...fields,
    }) as unknown as OwnProfile;

  test('starts with guesses for a new user', () => {
    const newProfile = createProfile({});
    expect(createDraft(newProfile, 'en-GB')).toEqual({ ...toDraft(newProfile), region: 'EU', languages: ['English'] });
  });

  test('keeps the languages that the user has already entered', () => {
    expect(createDraft(createProfile({ languages: ['Deutsch'] }), 'en-GB').languages).toEqual(['Deutsch']);
  });

  test('starts with the saved values once a region is saved', () => {
    const filledProfile = createProfile({ region: 'NA-West' });
    expect(createDraft(filledProfile, 'en-GB')).toEqual(toDraft(filledProfile));
  });

  const unfilledProfile = {
    ...mapFields<FieldName, Record<FieldName, unknown>>(
      FIELD_NAMES,
      (name) => DEFAULT_FIELDS[name] ?? EMPTY[getFieldKind(name)],
    ),
    ...{ timezone: 'Europe/Berlin', published: false, display_name: 'Player', twitch_login: null },
  };

  test.each([
    ['Player', ''],
    ['Rookie 3F9A', ''],
    ['Rookie 1A2B', 'Rookie 1A2B'],
    ['Nova', 'Nova'],
  ])('turns the display name %s into "%s"', (display_name, shown) =>
    expect(createDraft(createProfile({ ...unfilledProfile, display_name }), 'en').display_name).toBe(shown),
  );

  test('has no position, platform or Twitch handle that the user never chose', () => {
    const draft = createDraft(createProfile(unfilledProfile), 'en');
    expect(draft).toMatchObject({ role: '', platform: '', public_handles: [], modes: ['Park/City'] });
    expect(findProblems(getStepIndex('position'), draft).map(({ field }) => field)).toEqual(['platform', 'role']);
  });

  test('leaves position and platform empty after only the first step was saved', () => {
    const basics = { region: 'EU', languages: ['English'], display_name: 'Nova' };
    const draft = createDraft(createProfile({ ...unfilledProfile, ...basics }), 'en');
    expect(draft).toMatchObject({ display_name: 'Nova', role: '', platform: '' });
  });

  test.each([
    [
      'chosen on the step',
      { role: 'C', twitch_login: 'nova' },
      { role: 'C', platform: 'PS5', public_handles: ['twitch'] },
    ],
    ['passed by a later step', { bio: 'Hi' }, { role: 'PG', platform: 'PS5' }],
    ['published', { published: true }, { role: 'PG', platform: 'PS5', display_name: 'Player' }],
  ])('keeps values that were %s', (_what, fields, expected) =>
    expect(createDraft(createProfile({ ...unfilledProfile, ...fields }), 'en')).toMatchObject(expected),
  );
});

describe('resuming a saved but unpublished profile', () => {
  const fullProfile = {
    ...{
      platform: 'PS5',
      role: 'PG',
      modes: ['Park'],
      region: 'EU',
      timezone: 'Europe/Berlin',
      languages: ['English'],
    },
    ...{ availability: [{ days: ['Tue'], start: '20:00', end: '23:00' }], allow_contact: true, published: false },
    ...{ discord: 'plays_here' },
  };
  /** Only the first step was saved; the rest are a new profile's defaults. */
  const basics = {
    ...mapFields<FieldName, Record<FieldName, unknown>>(
      FIELD_NAMES,
      (name) => DEFAULT_FIELDS[name] ?? EMPTY[getFieldKind(name)],
    ),
    ...{ region: 'EU', timezone: 'Europe/Berlin', languages: ['English'], display_name: 'New', published: false },
  };
  const guessAt = (fields: object) => {
    const step = findResumeStep({ ...fullProfile, ...fields } as unknown as OwnProfile);
    return ONBOARDING_STEPS[step]!.key;
  };

  test.each([
    ['position', {}],
    ['game', { role: 'C' }],
    ['game', { height_in: 77 }],
    ['hours', { role: 'C', playstyle: ['Chill'] }],
    ['hours', { modes: ['Rec'] }],
    ['contact', { availability: fullProfile.availability }],
    ['publish', { availability: fullProfile.availability, mic: false }],
  ])('resumes at %s when %j is filled in beyond the first step', (step, fields) =>
    expect(guessAt({ ...basics, ...fields })).toBe(step),
  );

  test.each([
    ['basics', { languages: [] }],
    ['game', { modes: [] }],
    ['hours', { availability: [] }],
    ['contact', { allow_contact: false }],
    ['hours', { availability: [], allow_contact: false }],
    ['publish', {}],
    ['basics', { region: null }],
    ['basics', { published: true }],
  ])('resumes at %s when the profile has %j', (step, fields) => expect(guessAt(fields)).toBe(step));
});

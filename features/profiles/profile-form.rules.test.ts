import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ONBOARDING_STEPS } from './onboarding-steps.schema.ts';
import {
  findProblems,
  getDraftFingerprint,
  getFieldStep,
  readSavedDraft,
  toDraft,
  toRequestBody,
} from './profile-form.rules.ts';
import { ProfileForm } from './profile-form.schema.ts';
import type { OwnProfile } from './profiles.schema.ts';

const createProfile = (fields: object = {}): OwnProfile => ({
  ...ProfileForm.parse({ display_name: 'Nova', region: 'EU', email: 'nova@example.test', timezone: 'UTC', ...fields }),
  id: '00000000-0000-4000-8000-000000000001',
  twitch_login: null,
  looking: { squad: 'until_found', pair: 'until_found' },
  avatar_path: null,
  published: false,
  verified: false,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
});

describe('the onboarding draft', () => {
  test('round-trips through the server', () => {
    const profile = createProfile({
      height_in: 77,
      win_percentage: 52.5,
      role: 'C',
      flex_positions: ['PF'],
      modes: ['Rec'],
    });
    expect(ProfileForm.parse(toRequestBody(toDraft(profile)))).toEqual(ProfileForm.parse(profile));
  });

  test('sends invalid numbers as typed so the server can report them', () => {
    const body = toRequestBody({
      ...toDraft(createProfile()),
      overall_rating: 'ninety',
      win_percentage: ' 52,5 %',
      weight_lb: '',
    });
    expect(body).toMatchObject({ overall_rating: 'ninety', win_percentage: 52.5, weight_lb: null });
    expect(ProfileForm.safeParse(body).error?.issues[0]?.path).toEqual(['overall_rating']);
  });

  test("doesn't count the primary role as a flex position", () => {
    const draft = { ...toDraft(createProfile()), role: 'C', flex_positions: ['PF', 'C'] };
    expect(toRequestBody(draft).flex_positions).toEqual(['PF']);
  });

  test('requires name, email, region and time zone on the first step, role and platform on the second', () => {
    const empty = { ...toDraft(createProfile()), display_name: ' ', email: '', region: '', timezone: '' };
    expect(findProblems(0, empty).map(({ field }) => field)).toEqual(['display_name', 'email', 'region', 'timezone']);
    expect(findProblems(0, toDraft(createProfile()))).toEqual([]);
    const unchosen = { ...empty, role: '', platform: '' };
    expect(findProblems(1, unchosen).map(({ field }) => field)).toEqual(['platform', 'role']);
    for (let step = 2; step < ONBOARDING_STEPS.length; step++) expect(findProblems(step, unchosen)).toEqual([]);
  });

  test('assigns every field to one of its six steps', () => {
    const basics = ['display_name', 'email', 'region', 'timezone', 'languages'];
    const onTheFirst = Object.keys(toDraft(createProfile())).filter((field) => getFieldStep(field) === 0);
    expect(onTheFirst).toEqual(basics);
    expect(getFieldStep('availability.0.start')).toBe(3);
    expect(getFieldStep('weight_lb')).toBe(1);
    expect(getFieldStep('bio')).toBe(5);
  });

  test('restores all input after a reload', () => {
    const profile = createProfile();
    const draft = { ...toDraft(profile), display_name: 'half a na', overall_rating: 'x' };
    const savedDraft = readSavedDraft(JSON.stringify({ base: getDraftFingerprint(profile), step: 2, draft }), profile);
    expect(savedDraft).toEqual({ base: getDraftFingerprint(profile), step: 2, draft });
  });

  test('ignores stored text in an unknown format', () => {
    expect(readSavedDraft(null, createProfile())).toBeUndefined();
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const draft = readSavedDraft(text, createProfile());
        if (draft)
          expect(Object.keys(draft.draft)).toEqual(expect.arrayContaining(Object.keys(toDraft(createProfile()))));
      }),
    );
    expect(readSavedDraft('{"base":"x","step":1,"draft":{"modes":"Rec"}}', createProfile())).toBeUndefined();
  });
});

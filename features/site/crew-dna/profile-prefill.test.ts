import { describe, expect, test } from 'vitest';
import { DEFAULT_FIELDS } from '../../profiles/profile-defaults.rules.ts';
import { type Draft, toDraft, toRequestBody } from '../../profiles/profile-form.rules.ts';
import { ProfileForm } from '../../profiles/profile-form.schema.ts';
import type { OwnProfile } from '../../profiles/profiles.schema.ts';
import { CrewDna } from './crew-dna.schema.ts';
import { prefillProfile } from './profile-prefill.rules.ts';

const dna: CrewDna = {
  ...{
    position: 'pg',
    roleType: 'playmaker',
    playstyle: 'Pass first, Chill',
    schedule: ['Weekday Evenings', 'Weekend Nights'],
  },
  ...{ region: 'EU', platform: 'xbox', hasMic: true, goals: 'A steady five', grindLevel: 'comp', timezone: 'cet' },
};
/** A newly created account, with nothing switched on. */
const newDraft = toDraft({
  ...ProfileForm.parse({ display_name: 'Nova', email: 'nova@example.org', timezone: 'UTC', public_handles: [] }),
  ...{ crossplay: false, mic: false, allow_contact: false, consent_comms: false },
} as unknown as OwnProfile);

describe('Crew DNA in the Protocol profile', () => {
  test('fills every empty field the Crew DNA has an answer for', () => {
    const { draft, filled } = prefillProfile(newDraft, newDraft, dna);
    expect(draft).toMatchObject({
      ...{ role: 'PG', archetype_primary: 'Playmaker', playstyle: ['Pass first', 'Chill'], region: 'EU' },
      ...{ platform: 'Xbox Series', competitive_level: 'competitive', timezone: 'Europe/Berlin', mic: true },
      ...{ bio: 'A steady five', display_name: 'Nova' },
    });
    expect(filled).toHaveLength(10);
    expect(ProfileForm.safeParse(toRequestBody(draft)).success).toBe(true);
  });

  test('keeps what the player entered and replaces guessed values', () => {
    const savedDraft: Draft = { ...newDraft, role: 'C', bio: 'Mine', timezone: 'Asia/Tokyo' };
    const { draft, filled } = prefillProfile({ ...savedDraft, region: 'Asia' }, savedDraft, dna);
    expect(draft).toMatchObject({ role: 'C', bio: 'Mine', timezone: 'Asia/Tokyo', region: 'EU' });
    expect(filled).not.toContain('role');
  });

  test('replaces new-account defaults until the player has seen them', () => {
    const initialDraft = { ...newDraft, ...DEFAULT_FIELDS } as Draft;
    const { draft, filled } = prefillProfile(initialDraft, initialDraft, { ...dna, position: 'sf' });
    expect(draft).toMatchObject({ role: 'SF', platform: 'Xbox Series', mic: true });
    expect(filled).toEqual(expect.arrayContaining(['role', 'platform']));
    const currentDraft = { ...initialDraft, competitive_level: 'elite' } as Draft;
    expect(prefillProfile(currentDraft, currentDraft, { ...dna, position: 'sf' }).draft).toMatchObject({
      role: 'PG',
      platform: 'PS5',
    });
  });

  test('fills in nothing when the player has entered every field', () => {
    const { draft } = prefillProfile(newDraft, newDraft, dna);
    expect(prefillProfile(draft, draft, dna)).toEqual({ draft, filled: [] });
  });

  test('produces a valid profile for every choice in the form', () => {
    const { shape } = CrewDna;
    for (const key of ['position', 'roleType', 'region', 'platform', 'grindLevel', 'timezone'] as const) {
      for (const value of shape[key].options) {
        const { draft } = prefillProfile(newDraft, newDraft, { ...dna, [key]: value });
        expect(ProfileForm.safeParse(toRequestBody(draft)).success, `${key} ${value}`).toBe(true);
      }
    }
  });
});

import type { Deps } from '../../server/deps.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { ProfileForm, type ProfileFormInput } from './profile-form.schema.ts';
import { arrive, publishProfile, saveProfile } from './profiles.commands.ts';

export type Player = { userId: string; email: string; accessToken: string; profile: ProfileForm };
type Account = NonNullable<Parameters<typeof makeUser>[1]> & { admin?: boolean };

let made = 0;

/** A published, onboarded player, made through the commands that people use. */
export async function makePlayer(
  deps: Deps,
  overrides: Partial<ProfileFormInput> = {},
  { admin, ...account }: Account = {},
): Promise<Player> {
  made += 1;
  const user = await (admin ? makeAdmin : makeUser)(deps, account);
  const profile = ProfileForm.parse({
    display_name: `Player ${made}`,
    email: user.email,
    platform: 'PS5',
    role: 'PG',
    modes: ['Rec', 'Park/City'],
    timezone: 'America/New_York',
    region: 'NA-East',
    languages: ['English'],
    overall_rating: 85,
    competitive_level: 'competitive',
    availability: [{ days: ['Mon', 'Tue', 'Wed', 'Thu'], start: '19:00', end: '23:00' }],
    ...overrides,
  });
  await arrive(deps, user, profile.timezone ?? undefined);
  await saveProfile(deps, user, profile);
  await publishProfile(deps, user);
  return { ...user, profile };
}

import type { Deps } from '../../server/deps.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { upsertConfirmedContact } from './contact-confirmation/contact-confirmation.queries.ts';
import { getGamertagKind } from './gamertags.rules.ts';
import { ProfileForm, type ProfileFormInput } from './profile-form.schema.ts';
import { publishProfile, recordArrival, saveProfile } from './profiles.commands.ts';

export type Player = { userId: string; email: string; accessToken: string; profile: ProfileForm };
type Account = NonNullable<Parameters<typeof makeUser>[1]> & {
  admin?: boolean;
  /** If false, the profile's addresses stay unconfirmed. */
  confirmed?: boolean;
};

let playerCount = 0;

/** Creates a published, onboarded player with confirmed addresses, through the same commands that users trigger. */
export async function makePlayer(
  deps: Deps,
  overrides: Partial<ProfileFormInput> = {},
  { admin, confirmed = true, ...account }: Account = {},
): Promise<Player> {
  playerCount += 1;
  const user = await (admin ? makeAdmin : makeUser)(deps, account);
  const gamertag = getGamertagKind(overrides.platform ?? 'PS5');
  const profile = ProfileForm.parse({
    display_name: `Player ${playerCount}`,
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
    [gamertag]: `player${playerCount}`,
    ...overrides,
  });
  await recordArrival(deps, user, profile.timezone ?? undefined);
  await saveProfile(deps, user, profile);
  await publishProfile(deps, user);
  if (confirmed) await confirmAddresses(deps, user.userId, profile);
  return { ...user, profile };
}

/** Confirms the profile's addresses as if the codes sent to them had been entered. */
async function confirmAddresses(deps: Deps, userId: string, { email, phone }: ProfileForm): Promise<void> {
  const now = deps.now();
  if (email) await upsertConfirmedContact(deps.db, { userId, kind: 'email', address: email.toLowerCase(), now });
  if (phone) await upsertConfirmedContact(deps.db, { userId, kind: 'phone', address: phone.replace(/^\+/, ''), now });
}

import { randomInt, randomUUID } from 'node:crypto';
import type { Deps } from '../../server/deps.ts';
import { createEmailIdentity, createUser } from '../accounts/accounts.commands.ts';
import { seedPlayer } from '../profiles/player-seeding/player-seeding.generator.ts';
import { ProfileForm } from '../profiles/profile-form.schema.ts';
import { publishProfile, recordArrival, saveProfile } from '../profiles/profiles.commands.ts';

/**
 * Creates test players the way real players are created: an account, then a saved and published profile. Nobody can
 * sign in as them because they have no password and their email address doesn't exist.
 * @returns their ids
 */
export async function seedTestPlayers(deps: Deps, count: number): Promise<string[]> {
  const seed = randomInt(2 ** 31);
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const userId = randomUUID();
    const email = `test-player-${userId.slice(0, 8)}@planetcrew.example`;
    const sample = seedPlayer(seed, index);
    await deps.db.transaction((tx) =>
      createUser(
        tx,
        deps,
        {
          id: userId,
          email,
          emailConfirmedAt: deps.now(),
          minimumAgeConfirmedAt: deps.now(),
          adultConfirmedAt: deps.now(),
        },
        createEmailIdentity(userId, email, true),
      ),
    );
    const form = ProfileForm.strip().parse({ ...sample, email: null, phone: null, consent_comms: false });
    await recordArrival(deps, { userId }, form.timezone ?? undefined);
    await saveProfile(deps, { userId }, form);
    await publishProfile(deps, { userId });
    ids.push(userId);
  }
  return ids;
}

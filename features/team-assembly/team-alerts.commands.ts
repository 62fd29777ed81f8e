import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { findOwnProfile } from '../profiles/profiles.queries.ts';
import * as messages from './team-assembly.messages.ts';
import { saveAlerts } from './team-assembly.queries.ts';

/**
 * Saves a player's settings for short-notice invitations.
 * @throws Refusal invalid for text messages without a phone number
 */
export async function saveAlertSettings(
  deps: Deps,
  actor: Person,
  settings: { availabilityOptIn: boolean; phoneOptIn: boolean },
): Promise<void> {
  if (settings.phoneOptIn && !(await findOwnProfile(deps.db, actor.userId))?.phone) {
    throw new Refusal('invalid', messages.phoneMissing, 'phone_opt_in');
  }
  await saveAlerts(deps.db, actor.userId, settings, deps.now());
}

import { randomUUID } from 'node:crypto';
import type { Actor } from '../../../server/actor.ts';
import type { Deps } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { audit } from '../../moderation/audit/commands.ts';
import { enqueueNotification } from '../../notifications/commands.ts';
import { ownProfile } from '../../profiles/queries.ts';

/**
 * Sends a test message to the admin's own profile address.
 * @returns a sentence that says where it goes
 * @throws Refusal when the profile has none
 */
export async function sendTest(deps: Deps, admin: Pick<Actor, 'userId'>, channel: 'email' | 'sms'): Promise<string> {
  const profile = await ownProfile(deps.db, admin.userId);
  const address = channel === 'email' ? profile?.email : profile?.phone;
  if (!address) {
    const what = channel === 'email' ? 'e-mail address' : 'phone number';
    throw new Refusal('conflict', `Your profile has no ${what}. Add one at /protocol/onboarding first.`);
  }
  const key = randomUUID();
  await deps.db.transaction(async (tx) => {
    await enqueueNotification(tx, deps, {
      userId: admin.userId,
      kind: 'test',
      title: 'Test message',
      lines: ['You asked for this message in the admin console. It arrived, so this channel works.'],
      link: { label: 'Back to the console', path: '/protocol/admin' },
      channels: [channel],
      recipient: channel === 'email' ? { email: address } : { phone: address },
      dedupeKey: `test:${key}`,
    });
    await audit(tx, deps, {
      adminId: admin.userId,
      action: `test_${channel}`,
      targetType: 'user',
      targetId: admin.userId,
      after: { channel },
    });
  });
  return channel === 'email'
    ? 'Test e-mail is on its way to your profile address'
    : 'Test SMS is on its way to your phone';
}

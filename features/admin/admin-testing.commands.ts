import { randomUUID } from 'node:crypto';
import { paths } from '../../content/paths.ts';
import { english, type LazyText, translate } from '../../messages/lazy-text.ts';
import { formatList } from '../../messages/lists.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { consumeUserLimit } from '../accounts/rate-limits.commands.ts';
import { recordAudit } from '../moderation/audit.commands.ts';
import { listAvailableChannels } from '../notifications/channels.commands.ts';
import { enqueueNotification } from '../notifications/notifications.commands.ts';
import { findConfirmedContact } from '../profiles/contact-confirmation/contact-confirmation.commands.ts';

const TEST_SUBJECTS = {
  email: { way: 'mail server', message: 'test email', keys: 'Email' },
  sms: { way: 'SMS service', message: 'test SMS', keys: 'SMS' },
} as const;
const formatTooMany = (wait: LazyText) =>
  `You've sent a lot of test messages. Wait ${translate(english, wait)}. The Health tab shows what happened to them.`;

/**
 * Sends a test message to the admin's own profile address. No consent is needed because the admin requested it.
 * @returns a sentence that names the recipient address
 * @throws Refusal when the channel isn't set up, the profile has no confirmed address, or there have been too many
 * tests
 */
export async function sendTest(deps: Deps, admin: Person, channel: keyof typeof TEST_SUBJECTS): Promise<string> {
  if (!listAvailableChannels(deps).includes(channel))
    throw new Refusal('unavailable', describeUnavailable(deps, channel));
  const address = await findConfirmedContact(deps, admin.userId, channel === 'email' ? 'email' : 'phone');
  await consumeUserLimit(deps, 'testMessages', admin.userId, formatTooMany);
  const key = randomUUID();
  await deps.db.transaction(async (tx) => {
    await enqueueNotification(tx, deps, {
      userId: admin.userId,
      write: () => ({
        kind: 'test',
        title: 'Test message',
        lines: ['You requested this message in the admin console. It arrived, so this channel works.'],
        link: { label: 'Back to the console', path: paths.admin },
        channels: [channel],
        recipient: channel === 'email' ? { email: address } : { phone: address },
        dedupeKey: `test:${key}`,
      }),
    });
    await recordAudit(tx, deps, {
      adminId: admin.userId,
      action: `test_${channel}`,
      targetType: 'user',
      targetId: admin.userId,
      after: { channel },
    });
  });
  return channel === 'email'
    ? 'Test email is on its way to your profile address'
    : 'Test SMS is on its way to your phone';
}

function describeUnavailable(deps: Deps, channel: keyof typeof TEST_SUBJECTS): string {
  const { way, message, keys } = TEST_SUBJECTS[channel];
  const names = deps.env.keys.filter((key) => key.for === keys).map(({ name }) => name);
  const variableList = formatList(english, names);
  return `No ${way} is set up, so we can't send a ${message}. Set ${variableList} and restart the server.`;
}

import { paths } from '../../content/paths.ts';
import { CHANNEL_FACTS, type Channel, type SuppressionReason } from './channels.schema.ts';
import type { NewNotification } from './notifications.schema.ts';

/** Explains why a channel no longer reaches a user, and what they can do about it. */
export function formatSuppressionMessage(channel: Channel, why: SuppressionReason): string {
  const sentences: Partial<Record<SuppressionReason, string>> = CHANNEL_FACTS[channel].closed;
  return sentences[why] ?? `${CHANNEL_FACTS[channel].label} rejects our messages to you.`;
}

/** Builds the notice that a channel has permanently refused our messages, for the inbox and another channel. */
export function createSuppressionNotice(
  userId: string,
  { channel, why }: { channel: Channel; why: SuppressionReason },
  now: Date,
): NewNotification {
  return {
    userId,
    kind: 'reach',
    title: `${CHANNEL_FACTS[channel].label} no longer reaches you`,
    lines: [
      formatSuppressionMessage(channel, why),
      "Until then, we'll notify you through your other channels and your inbox.",
    ],
    link: { label: 'Notification settings', path: paths.notificationSettings },
    dedupeKey: `closed:${channel}:${now.getTime()}`,
  };
}

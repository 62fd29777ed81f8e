import { paths } from '../../content/paths.ts';
import type { Message } from '../../messages/message.ts';
import type { Translator } from '../../messages/translator.ts';
import { CHANNEL_FACTS, type Channel, type SuppressionReason } from './channels.schema.ts';
import * as messages from './notifications.messages.ts';
import type { NewNotification } from './notifications.schema.ts';

/** Explains why a channel no longer reaches a user, and what they can do about it. */
export function formatSuppressionMessage(t: Translator, channel: Channel, why: SuppressionReason): string {
  const explanations: Partial<Record<SuppressionReason, Message>> = CHANNEL_FACTS[channel].closed;
  const explanation = explanations[why];
  return explanation ? t(explanation) : t(messages.channelRejects, { channel: t(CHANNEL_FACTS[channel].label) });
}

/** Writes the notice that a channel has permanently refused our messages, for the inbox and another channel. */
export function writeSuppressionNotice(
  t: Translator,
  { channel, why }: { channel: Channel; why: SuppressionReason },
  now: Date,
): Omit<NewNotification, 'userId'> {
  return {
    kind: 'reach',
    title: t(messages.suppressedTitle, { channel: t(CHANNEL_FACTS[channel].label) }),
    lines: [formatSuppressionMessage(t, channel, why), t(messages.suppressedFallback)],
    link: { label: t(messages.settingsLinkLabel), path: paths.notificationSettings },
    dedupeKey: `closed:${channel}:${now.getTime()}`,
  };
}

import type { Translator } from '../../messages/translator.ts';
import * as messages from './notifications.messages.ts';
import type { Link, MessageAction } from './notifications.schema.ts';
import { fitText } from './text-length.rules.ts';

/** Maximum number of billed messages per text. The details are behind the link anyway. */
const MAX_PARTS = 2;
/** Maximum length of a Discord message. */
const DISCORD_MAX_LENGTH = 2_000;

/** Returns a button with its path as an absolute URL on our origin. */
export function toAbsoluteLink(origin: string, { label, path }: MessageAction): { label: string; url: string } {
  return { label, url: new URL(path, origin).href };
}

type Plain = { title: string; lines: readonly string[] };

/** Formats a text message: the title and its URL, which is never cut. Everything else is behind the link. */
export function formatShortText(
  t: Translator,
  origin: string,
  message: Plain & { address: Link['path'] | null },
): string {
  const { title, lines } = message;
  const [line] = lines;
  const text =
    line !== undefined && lines.length === 1
      ? t(messages.textMessageWithLine, { title, line })
      : t(messages.textMessage, { title });
  return fitText(text, message.address ? new URL(message.address, origin).href : '', MAX_PARTS);
}

/** Formats a Discord message: the full text with the URLs of its buttons. */
export function formatDiscordText(
  t: Translator,
  origin: string,
  message: Plain & { actions: readonly MessageAction[] },
): string {
  const links = message.actions
    .map((action) => toAbsoluteLink(origin, action))
    .map(({ label, url }) => t(messages.labelAndAddress, { label, address: `<${url}>` }));
  const end = links.map((link) => `\n${link}`).join('');
  const text = [`**${message.title}**`, ...message.lines].join('\n');
  const room = DISCORD_MAX_LENGTH - end.length;
  return `${text.length > room ? `${text.slice(0, room - 1)}…` : text}${end}`;
}

import { endpoints } from '../../content/endpoints.ts';
import { paths } from '../../content/paths.ts';
import {
  createDiscordSignInUrl,
  DiscordError,
  fetchDiscordUser,
  readDiscordConfig,
  sendDiscordMessage,
} from '../../integrations/discord/discord.client.ts';
import { acquireMailClient, readMailConfig } from '../../integrations/mail/mail.client.ts';
import { renderMail } from '../../integrations/mail/mail-layout.ts';
import type { Outcome } from '../../integrations/outcome.ts';
import { findSms, readSmsConfig, sendSms } from '../../integrations/sms/sms.client.ts';
import type { Translator } from '../../messages/translator.ts';
import { getTranslator } from '../../messages/translators.ts';
import type { Deps } from '../../server/deps.ts';
import { formatSecurityReason } from '../accounts/account-emails.wording.ts';
import { CHANNELS, type Channel, type ConnectedChannel, mapChannels } from './channels.schema.ts';
import type { ConnectionReturn } from './connections/connections.schema.ts';
import type { Claim, Message } from './delivery.queries.ts';
import * as messages from './notifications.messages.ts';
import { formatKinds, type Kind } from './notifications.schema.ts';
import { sendToDevices } from './push/push-sending.commands.ts';
import { formatDiscordText, formatShortText, toAbsoluteLink } from './short-messages.wording.ts';

/**
 * Result of sending. `nowhere` isn't a failure: the user has no address left on this channel, so we use another one.
 */
export type SendOutcome = Outcome | { outcome: 'nowhere' };
/** @param also more messages to the same person, to send in the same email */
type Sender = (claim: Claim, also: Message[]) => Promise<SendOutcome>;
export type Senders = Partial<Record<Channel, Sender>>;

/** Setup of a channel: whether the environment enables it, and how to open it. */
type ChannelSetup = {
  isThere: (deps: Deps) => boolean;
  open: (deps: Deps) => { send: Sender; close?: () => void };
};

/** Flow that proves that a user owns an external account. */
type Connector = {
  /** Returns the URL where the user authorizes us. The vendor sends the state back. */
  url: (state: string) => string;
  /** @returns the account's address and name, or undefined when the vendor doesn't confirm it */
  identify: (connectionReturn: ConnectionReturn) => Promise<{ address: string; name: string } | undefined>;
};

const CHANNEL_SETUPS: Record<Channel, ChannelSetup> & Record<ConnectedChannel, { connect: (deps: Deps) => Connector }> =
  {
    email: {
      isThere: ({ env }) => readMailConfig(env) !== undefined,
      open: (deps) => {
        const client = acquireMailClient(readMailConfig(deps.env)!);
        return { send: (claim, also) => client.send(toEmail(deps, claim, also)), close: () => client.close() };
      },
    },
    sms: {
      isThere: ({ env }) => readSmsConfig(env) !== undefined,
      open: (deps) => {
        const sms = readSmsConfig(deps.env)!;
        return {
          send: async ({ message, deliveryId, unsureSince }) => {
            const body = formatShortText(getTranslator(message.language), deps.env.origin, message);
            const text = { to: message.addresses.sms!, body };
            const found = unsureSince && (await findSms(sms, deps.fetch, { ...text, since: unsureSince }));
            return found ?? sendSms(sms, deps.fetch, { ...text, report: getSmsStatusUrl(deps, deliveryId) });
          },
        };
      },
    },
    discord: {
      isThere: ({ env }) => readDiscordConfig(env) !== undefined,
      open: (deps) => {
        const discord = readDiscordConfig(deps.env)!;
        return {
          send: ({ message, deliveryId }) =>
            sendDiscordMessage(discord, deps.fetch, {
              discordId: message.addresses.discord!,
              content: formatDiscordText(getTranslator(message.language), deps.env.origin, message),
              // Discord accepts at most 25 characters.
              nonce: deliveryId.replaceAll('-', '').slice(0, 25),
            }),
        };
      },
      connect: (deps) => {
        const discord = readDiscordConfig(deps.env)!;
        const address = `${deps.env.origin}${paths.discord}`;
        return {
          url: (state) => createDiscordSignInUrl(discord, address, state),
          identify: async ({ code = '' }) => {
            const user = await fetchDiscordUser(discord, deps.fetch, code, address).catch((error: unknown) => {
              if (error instanceof DiscordError) return undefined;
              throw error;
            });
            return user && { address: user.id, name: user.username };
          },
        };
      },
    },
    push: {
      isThere: () => true,
      open: (deps) => ({ send: (claim) => sendToDevices(deps, claim) }),
    },
  };

/** Returns the URL where the SMS vendor reports a message's delivery status. */
export const getSmsStatusUrl = (deps: Deps, deliveryId: string) =>
  `${deps.env.origin}${endpoints.textReports}?delivery=${deliveryId}`;

/** Lists the channels this installation can use, based on its environment. */
export function listAvailableChannels(deps: Deps): Channel[] {
  return CHANNELS.filter((channel) => CHANNEL_SETUPS[channel].isThere(deps));
}

/** Returns how users connect their account, if this installation has the channel. */
export function getConnector(deps: Deps, channel: ConnectedChannel): Connector | undefined {
  return CHANNEL_SETUPS[channel].isThere(deps) ? CHANNEL_SETUPS[channel].connect(deps) : undefined;
}

/** Opens the senders of the available channels. Call `close` to close their connections. */
export function openSenders(deps: Deps): { senders: Senders; close: () => void } {
  const setups = mapChannels((channel) =>
    CHANNEL_SETUPS[channel].isThere(deps) ? CHANNEL_SETUPS[channel].open(deps) : undefined,
  );
  const senders: Senders = {};
  for (const channel of CHANNELS) if (setups[channel]) senders[channel] = setups[channel].send;
  return {
    senders,
    close: () => {
      for (const channel of CHANNELS) setups[channel]?.close?.();
    },
  };
}

function toEmail(deps: Deps, claim: Claim, also: Message[]) {
  const { message } = claim;
  const t = getTranslator(message.language);
  const [part, ...parts] = [message, ...also].map(({ title, lines, actions }) => ({
    title,
    lines,
    links: actions.map((action) => toAbsoluteLink(deps.env.origin, action)),
  }));
  const title =
    also.length > 0 ? t(messages.sharedEmailSubject, { title: message.title, count: also.length }) : message.title;
  const kinds = [...new Set([message, ...also].map(({ kind }) => kind))];
  const unsubscribe = toUnsubscribeLinks(t, deps, message, kinds);
  const reason = unsubscribe
    ? t(messages.emailReason, { count: kinds.length, kinds: formatKinds(t, kinds) })
    : formatSecurityReason(t);
  const mailContent = also.length > 0 ? { title, lines: [], links: [], parts: [part!, ...parts] } : part!;
  return {
    to: message.addresses.email!,
    subject: title,
    messageId: `<${claim.deliveryId}@${new URL(deps.env.origin).hostname}>`,
    attachments: message.attachments,
    ...renderMail({
      ...mailContent,
      language: t.locale,
      reason,
      unsubscribe,
      list: `notifications.${new URL(deps.env.origin).hostname}`,
    }),
  };
}

/**
 * Returns the links that unsubscribe from every kind in the email: a page, and a one-click URL for mail clients.
 * Undefined for emails that can't be unsubscribed from.
 */
function toUnsubscribeLinks(t: Translator, deps: Deps, { kind, unsubscribeToken }: Message, kinds: readonly Kind[]) {
  if (kind === 'security' || !unsubscribeToken) return undefined;
  const query = `?token=${unsubscribeToken}&kind=${kinds.join(',')}`;
  return {
    label: t(messages.emailStop),
    pageUrl: `${deps.env.origin}${paths.unsubscribe}${query}`,
    postUrl: `${deps.env.origin}${endpoints.unsubscribe}${query}`,
  };
}

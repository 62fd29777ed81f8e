import nodemailer from 'nodemailer';
import type { Env } from '../../server/env.ts';
import type { Outcome } from '../outcome.ts';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Message-ID; the same for every attempt, so receivers can drop duplicates. */
  messageId: string;
  headers?: Record<string, string>;
  attachments?: { name: string; type: string; content: string }[];
};

export type MailConfig = {
  /** smtp://user:password@host:port or smtps://… */
  url: string;
  /** Sender, with display name. */
  from: string;
  /** Reply address; defaults to the sender. */
  replyTo?: string | undefined;
  /** DKIM key for the sender's domain, if the provider doesn't sign. */
  dkim?: { domainName: string; keySelector: string; privateKey: string } | undefined;
  /** Maximum number of open connections. */
  connections?: number | undefined;
};

const DEFAULT_CONNECTIONS = 32;

/** Environment variables for email; the connection limit is optional. */
type Settings = Partial<Pick<Env, 'SMTP_CONNECTIONS'>> &
  Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'MAIL_REPLY_TO' | 'MAIL_DKIM_DOMAIN' | 'MAIL_DKIM_SELECTOR' | 'MAIL_DKIM_KEY'>;

/** Returns the configured mail server, or undefined. */
export function readMailConfig(env: Settings): MailConfig | undefined {
  const { MAIL_DKIM_DOMAIN: domainName, MAIL_DKIM_SELECTOR: keySelector, MAIL_DKIM_KEY: privateKey } = env;
  if (!env.SMTP_URL) return undefined;
  const dkim = domainName && keySelector && privateKey ? { domainName, keySelector, privateKey } : undefined;
  const { SMTP_URL: url, MAIL_FROM: from, MAIL_REPLY_TO: replyTo, SMTP_CONNECTIONS: connections } = env;
  return { url, from, replyTo, dkim, connections };
}

export type MailClient = {
  send: (mail: Mail) => Promise<Outcome>;
  /**
   * Signs in to the server without sending anything.
   * @returns the error, if sign-in failed
   */
  verify: () => Promise<string | undefined>;
  close: () => void;
};

const CONNECT_MS = 10_000;
const RESPONSE_TIMEOUT_MS = 30_000;
/** Maximum number of messages per connection; some mail servers don't accept more. */
const MAX_MESSAGES_PER_CONNECTION = 100;
/** How long idle connections stay open for the next sender. */
const IDLE_CLOSE_MS = 1_000;

/** Creates a mail client for one SMTP server, with pooled connections. */
export function createMailClient(settings: MailConfig): MailClient {
  const transport = nodemailer.createTransport({
    url: settings.url,
    pool: true,
    maxConnections: settings.connections ?? DEFAULT_CONNECTIONS,
    maxMessages: MAX_MESSAGES_PER_CONNECTION,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: RESPONSE_TIMEOUT_MS,
    ...(settings.dkim ? { dkim: settings.dkim } : {}),
  });
  return {
    send: async (mail) => {
      try {
        const info = await transport.sendMail({
          from: settings.from,
          to: mail.to,
          ...(settings.replyTo ? { replyTo: settings.replyTo } : {}),
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          messageId: mail.messageId,
          headers: mail.headers ?? {},
          attachments: (mail.attachments ?? []).map((one) => ({
            filename: one.name,
            contentType: one.type,
            content: one.content,
          })),
          disableFileAccess: true,
          disableUrlAccess: true,
        });
        return { outcome: 'sent', id: info.messageId };
      } catch (error) {
        return toOutcome(error as SmtpError);
      }
    },
    verify: () =>
      transport.verify().then(
        () => undefined,
        (error: Error) => error.message.slice(0, 500),
      ),
    close: () => transport.close(),
  };
}

type SharedClient = { client: MailClient; users: number; closing: NodeJS.Timeout | undefined };
const sharedClients = new Map<string, SharedClient>();

/**
 * Returns the mail client shared by this process, so that connections are reused. Each caller must close it. The
 * connections close shortly after the last caller has.
 */
export function acquireMailClient(settings: MailConfig): MailClient {
  const key = JSON.stringify(settings);
  const sharedClient = sharedClients.get(key) ?? { client: createMailClient(settings), users: 0, closing: undefined };
  sharedClients.set(key, sharedClient);
  clearTimeout(sharedClient.closing);
  sharedClient.users += 1;
  const release = () => {
    sharedClient.users -= 1;
    if (sharedClient.users > 0) return;
    sharedClient.closing = setTimeout(() => {
      sharedClients.delete(key);
      sharedClient.client.close();
    }, IDLE_CLOSE_MS);
    sharedClient.closing.unref();
  };
  return { ...sharedClient.client, close: release };
}

type SmtpError = Error & {
  code?: string;
  responseCode?: number;
  response?: string;
  command?: string;
  syscall?: string;
  timeoutType?: string;
};

/** Returns whether the connection itself failed, so nothing was delivered. */
function hasFailedBeforeSending(error: SmtpError): boolean {
  if (error.syscall === 'connect' || error.syscall?.startsWith('getaddrinfo')) return true;
  if (error.timeoutType && error.timeoutType !== 'SOCKET_TIMEOUT') return true;
  return ['EDNS', 'ETLS', 'EAUTH'].includes(error.code ?? '');
}

/**
 * Returns whether the server rejected the recipient because the mailbox doesn't exist. Codes 5.7.x are about us, not
 * the address.
 */
const isUnknownMailbox = ({ command, responseCode, response = '' }: SmtpError) =>
  command === 'RCPT TO' && [550, 551, 553].includes(responseCode ?? 0) && !/\b5\.7\.\d/.test(response);

function toOutcome(error: SmtpError): Outcome {
  const message = error.message.slice(0, 500);
  if (hasFailedBeforeSending(error)) return { outcome: 'retry', error: message };
  if (isUnknownMailbox(error)) return { outcome: 'closed', why: 'no_such_address', error: message };
  if (error.responseCode) return { outcome: error.responseCode >= 500 ? 'refused' : 'retry', error: message };
  if (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') return { outcome: 'refused', error: message };
  return { outcome: 'unknown', error: message };
}

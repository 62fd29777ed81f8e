import nodemailer from 'nodemailer';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Stays the same when one message is handed over again, so that receivers can drop the second. */
  messageId: string;
  headers?: Record<string, string>;
  attachments?: { name: string; type: string; content: string }[];
};

/**
 * How handing over went. `retry`: certainly not delivered, may work later. `refused`: will never be delivered.
 * `unknown`: the connection broke after the message had been given away, so it may have arrived.
 */
type MailOutcome = { outcome: 'sent'; id: string } | { outcome: 'retry' | 'refused' | 'unknown'; error: string };

export type MailClient = { send: (mail: Mail) => Promise<MailOutcome>; close: () => void };

const CONNECT_MS = 10_000;
const ANSWER_MS = 30_000;

/**
 * A mail client for one SMTP server, with pooled connections.
 * @param settings `url`: smtp://user:password@host:port or smtps://…; `from`: sender with name
 */
export function openMail(settings: { url: string; from: string }): MailClient {
  const transport = nodemailer.createTransport({
    url: settings.url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
  });
  return {
    send: async (mail) => {
      try {
        const info = await transport.sendMail({
          from: settings.from,
          to: mail.to,
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
        return outcomeOf(error as SmtpError);
      }
    },
    close: () => transport.close(),
  };
}

type SmtpError = Error & { code?: string; responseCode?: number; syscall?: string; timeoutType?: string };

/** Failures while the connection was being made: nothing can have been handed over. */
function cameBeforeSending(error: SmtpError): boolean {
  if (error.syscall === 'connect' || error.syscall?.startsWith('getaddrinfo')) return true;
  if (error.timeoutType && error.timeoutType !== 'SOCKET_TIMEOUT') return true;
  return ['EDNS', 'ETLS', 'EAUTH'].includes(error.code ?? '');
}

function outcomeOf(error: SmtpError): MailOutcome {
  const message = error.message.slice(0, 500);
  if (cameBeforeSending(error)) return { outcome: 'retry', error: message };
  if (error.responseCode) return { outcome: error.responseCode >= 500 ? 'refused' : 'retry', error: message };
  if (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') return { outcome: 'refused', error: message };
  return { outcome: 'unknown', error: message };
}

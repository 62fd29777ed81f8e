import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { renderInboxPage, renderMailPage, type SandboxMail } from './mail.sandbox-pages.ts';

const MAX_MAILS = 2_000;
const MAX_LISTED = 100;

/**
 * Recipients whose local part makes the sandbox fail: `refused` is rejected permanently, `busy` temporarily, and
 * `hangup` breaks the connection after the message was accepted.
 */
const SENTINELS = { refused: 550, busy: 451 } as const;

export type MailSandbox = {
  /** Value for SMTP_URL. */
  url: string;
  /** The inbox: pages and the read-back endpoint `messages.json?to=`, mounted under /sandbox/mail. */
  app: Hono;
  close: () => Promise<void>;
};

/** Content security policy like a mail client's: no scripts, but images from anywhere. */
const CSP = "default-src 'none'; style-src 'unsafe-inline'; img-src data: https: 'self'; form-action 'self'";

const getLocalPart = (address: string) => address.split('@')[0]?.split('+')[0]?.toLowerCase() ?? '';

/** Starts an SMTP server on a free loopback port that delivers to its own inbox, newest first. */
export async function startMailSandbox(): Promise<MailSandbox> {
  const mails: SandboxMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo: (address, _session, done) => {
      const code = SENTINELS[getLocalPart(address.address) as keyof typeof SENTINELS];
      if (!code) return done();
      const message = code === 550 ? 'No such mailbox here' : 'Mailbox busy, try again later';
      done(Object.assign(new Error(message), { responseCode: code }));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const recipients = session.envelope.rcptTo.map((one) => one.address);
        mails.unshift(await parseMail(Buffer.concat(chunks), recipients));
        mails.length = Math.min(mails.length, MAX_MAILS);
        if (recipients.some((address) => getLocalPart(address) === 'hangup'))
          return server.connections.forEach(dropConnection);
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    app: createInboxApp(mails),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function dropConnection(connection: unknown): void {
  (connection as { _socket: { destroy: () => void } })._socket.destroy();
}

async function parseMail(rawMail: Buffer, to: string[]): Promise<SandboxMail> {
  const mail = await PostalMime.parse(rawMail, { attachmentEncoding: 'utf8' });
  return {
    id: crypto.randomUUID(),
    to,
    from: mail.from?.address ?? '',
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    messageId: mail.messageId ?? '',
    headers: Object.fromEntries(mail.headers.map((header) => [header.key, header.value])),
    attachments: mail.attachments.map((one) => ({
      name: one.filename ?? 'attachment',
      type: one.mimeType,
      content: String(one.content),
    })),
    receivedAt: new Date().toISOString(),
  };
}

function createInboxApp(mails: SandboxMail[]): Hono {
  const toRecipient = (address: string | undefined) =>
    address ? mails.filter((mail) => mail.to.includes(address.toLowerCase()) || mail.to.includes(address)) : mails;
  // Returns the path of the inbox, so links work wherever it's mounted.
  const getBase = (path: string, after = '') => path.slice(0, path.length - after.length).replace(/\/+$/, '');
  const find = (id: string) => mails.find((mail) => mail.id === id);
  return new Hono()
    .use((c, next) => {
      c.header('Content-Security-Policy', CSP);
      return next();
    })
    .get('/', (c) =>
      c.html(
        renderInboxPage(
          toRecipient(c.req.query('to')).slice(0, MAX_LISTED),
          c.req.query('to') ?? '',
          getBase(c.req.path),
        ),
      ),
    )
    .get('/messages.json', (c) => c.json({ messages: toRecipient(c.req.query('to')).slice(0, MAX_LISTED) }))
    .get('/:id', (c) => {
      const mail = find(c.req.param('id'));
      return mail ? c.html(renderMailPage(mail, getBase(c.req.path, mail.id))) : c.notFound();
    })
    .get('/:id/attachments/:index', (c) => {
      const attachment = find(c.req.param('id'))?.attachments[Number(c.req.param('index'))];
      if (!attachment) return c.notFound();
      c.header('Content-Disposition', `attachment; filename="${attachment.name.replaceAll(/[^\w.-]/g, '_')}"`);
      return c.body(attachment.content, 200, { 'Content-Type': attachment.type });
    });
}

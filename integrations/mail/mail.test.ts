import { generateKeyPairSync } from 'node:crypto';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMailClient, type Mail, type MailClient, readMailConfig } from './mail.client.ts';
import { type MailSandbox, startMailSandbox } from './mail.sandbox.ts';
import { renderMail } from './mail-layout.ts';

const mailTo = (to: string): Mail => ({
  to,
  subject: 'Your squad is on — 20:00',
  text: 'Plain words.',
  html: '<p>Drawn <b>words</b>.</p><script>alert(1)</script>',
  messageId: `<${to}.1@planetcrew.example>`,
  headers: { 'List-Unsubscribe': '<https://planetcrew.example/u>' },
  attachments: [{ name: 'sessions.ics', type: 'text/calendar', content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' }],
});

describe('email delivery', () => {
  let sandbox: MailSandbox;
  let mail: MailClient;
  beforeAll(async () => {
    sandbox = await startMailSandbox();
    mail = createMailClient({ url: sandbox.url, from: 'Planet Crew <crew@planetcrew.example>' });
  });
  afterAll(async () => {
    mail.close();
    await sandbox.close();
  });

  const readReceived = async (to: string) => {
    const response = await sandbox.app.request(`/messages.json?to=${encodeURIComponent(to)}`);
    return ((await response.json()) as { messages: Record<string, unknown>[] }).messages;
  };

  it('delivers text, HTML, headers and attachments', async () => {
    expect(await mail.send(mailTo('pg@example.org'))).toMatchObject({ outcome: 'sent' });
    const [message] = await readReceived('pg@example.org');
    expect(message).toMatchObject({
      subject: 'Your squad is on — 20:00',
      from: 'crew@planetcrew.example',
      messageId: '<pg@example.org.1@planetcrew.example>',
      headers: { 'list-unsubscribe': '<https://planetcrew.example/u>' },
      attachments: [{ name: 'sessions.ics', type: 'text/calendar' }],
    });
    expect(String(message!.text)).toContain('Plain words.');
  });

  it('shows the sandbox inbox, a message, its body without scripts, and its attachments', async () => {
    await mail.send(mailTo('sg@example.org'));
    const [message] = await readReceived('sg@example.org');
    const site = new Hono().route('/sandbox/mail', sandbox.app);
    const inbox = await (await site.request('/sandbox/mail')).text();
    expect(inbox).toContain(`href="/sandbox/mail/${message!.id}"`);
    const page = await sandbox.app.request(`/${message!.id}`);
    expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    const text = await page.text();
    expect(text).toContain('Plain words.');
    expect(text).not.toContain('<script>alert');
    const file = await sandbox.app.request(`/${message!.id}/attachments/0`);
    expect(await file.text()).toContain('BEGIN:VCALENDAR');
    expect((await sandbox.app.request('/nothing')).status).toBe(404);
  });

  it('reports a rejected recipient as permanently refused', async () => {
    expect(await mail.send(mailTo('refused@example.org'))).toMatchObject({
      outcome: 'closed',
      why: 'no_such_address',
    });
    expect(await readReceived('refused@example.org')).toEqual([]);
  });

  it('reports a busy mailbox as retryable', async () => {
    expect(await mail.send(mailTo('busy@example.org'))).toMatchObject({ outcome: 'retry' });
  });

  it('reports an unknown outcome when the connection breaks after the message was accepted', async () => {
    expect(await mail.send(mailTo('hangup@example.org'))).toMatchObject({ outcome: 'unknown' });
    expect(await readReceived('hangup@example.org')).toHaveLength(1);
  });

  it('reports an unreachable server as retryable', async () => {
    const closedSandbox = await startMailSandbox();
    await closedSandbox.close();
    const client = createMailClient({ url: closedSandbox.url, from: 'crew@planetcrew.example' });
    expect(await client.send(mailTo('pg@example.org'))).toMatchObject({ outcome: 'retry' });
    client.close();
  });

  it('sets the reply address and signs for our domain when a DKIM key is configured', async () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const config = readMailConfig({
      SMTP_URL: sandbox.url,
      MAIL_FROM: 'Planet Crew <crew@planetcrew.example>',
      MAIL_REPLY_TO: 'help@planetcrew.example',
      MAIL_DKIM_DOMAIN: 'planetcrew.example',
      MAIL_DKIM_SELECTOR: 'crew1',
      MAIL_DKIM_KEY: privateKey,
    })!;
    const signing = createMailClient(config);
    expect(await signing.send(mailTo('dkim@example.org'))).toMatchObject({ outcome: 'sent' });
    signing.close();
    const headers = (await readReceived('dkim@example.org'))[0]!.headers as Record<string, string>;
    expect(headers['reply-to']).toBe('help@planetcrew.example');
    expect(headers['dkim-signature']).toMatch(/v=1;.*d=planetcrew\.example;.*s=crew1;.*bh=[\w+/=]+;.*b=/s);
    await mail.send(mailTo('plain@example.org'));
    expect((await readReceived('plain@example.org'))[0]!.headers).not.toHaveProperty('dkim-signature');
  });

  it('sets a list id and a signature separator that mail clients recognize', () => {
    const part = { title: 'Hi', lines: ['There.'], links: [], language: 'en', reason: 'Why.' };
    const unsubscribe = {
      label: 'Stop.',
      pageUrl: 'https://planetcrew.example/a',
      postUrl: 'https://planetcrew.example/b',
    };
    const newsletter = renderMail({ ...part, unsubscribe, list: 'notifications.planetcrew.example' });
    expect(newsletter.headers['List-Id']).toBe('Planet Crew <notifications.planetcrew.example>');
    expect(newsletter.text).toContain('\n-- \nPlanet Crew\n');
    expect(renderMail(part).headers).not.toHaveProperty('List-Id');
  });

  it("states the email's language for screen readers and mail apps", () => {
    const part = { title: 'Bonjour', lines: ['Toi.'], links: [], language: 'fr', reason: 'Parce que <c’est> utile.' };
    const links = { pageUrl: 'https://planetcrew.example/a', postUrl: 'https://planetcrew.example/b' };
    const { html, text } = renderMail({ ...part, unsubscribe: { label: 'Arrêter', ...links } });
    expect(html).toContain('<html lang="fr">');
    expect(html).toMatch(
      /Parce que &lt;c’est&gt; utile\. <a href="https:\/\/planetcrew\.example\/a"[^>]*>Arrêter<\/a>/,
    );
    expect(text).toMatch(/Parce que <c’est> utile\.\nArrêter: https:\/\/planetcrew\.example\/a$/);
    expect(renderMail(part).text).toMatch(/Parce que <c’est> utile\.$/);
  });
});

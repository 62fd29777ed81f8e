import { html } from 'hono/html';
import { renderSandboxPage } from '../sandbox-page.ts';

export type SandboxMail = {
  id: string;
  to: string[];
  from: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  headers: Record<string, string>;
  attachments: { name: string; type: string; content: string }[];
  receivedAt: string;
};

const formatTime = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

/**
 * Renders the inbox with all emails, newest first, optionally filtered by recipient.
 * @param base path of the inbox
 */
export function renderInboxPage(mails: SandboxMail[], to: string, base: string) {
  const rows = mails.map(
    (mail) => html`<li>
      <a href="${base}/${mail.id}"><strong>${mail.subject}</strong>
        <span>To ${mail.to.join(', ')}</span>
        <small>${formatTime(mail.receivedAt)}${mail.attachments.length ? ` · ${mail.attachments.length} file(s)` : ''}</small></a>
    </li>`,
  );
  return renderSandboxPage(
    'Mail of the demonstration',
    html`<p>Demonstration: nothing leaves this server. All mail ends up here.</p>
      <h1>Mail</h1>
      <form><input type="email" name="to" value="${to}" placeholder="Only for this address" aria-label="Recipient" />
        <button>Show</button></form>
      ${rows.length ? html`<ul>${rows}</ul>` : html`<p>No mail yet. It appears here a second after it is sent.</p>`}`,
  );
}

/** Renders one email: headers, body, attachments, plain text and all raw headers. */
export function renderMailPage(mail: SandboxMail, base: string) {
  const files = mail.attachments.map(
    (one, index) => html`<a href="${base}/${mail.id}/attachments/${index}">${one.name}</a>`,
  );
  const headers = Object.entries(mail.headers).map(([name, value]) => `${name}: ${value}`);
  return renderSandboxPage(
    mail.subject,
    html`<p><a href="${base}">All mail</a></p>
      <h1>${mail.subject}</h1>
      <dl><dt>To</dt><dd>${mail.to.join(', ')}</dd><dt>From</dt><dd>${mail.from}</dd>
        <dt>Received</dt><dd>${formatTime(mail.receivedAt)}</dd></dl>
      ${files.length ? html`<p class="files">${files}</p>` : ''}
      <iframe srcdoc="${mail.html}" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation" title="The message"></iframe>
      <h2>Plain text</h2>
      <pre>${mail.text}</pre>
      <details><summary>Headers</summary><pre>${headers.join('\n')}</pre></details>`,
  );
}

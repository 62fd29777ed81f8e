import { html, raw } from 'hono/html';

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

const STYLE = raw(`
  :root { color-scheme: dark; }
  body { margin: 0; background: #07060f; color: #f5f3ff; font: 16px/1.5 Onest, system-ui, sans-serif; }
  main { max-width: 860px; margin: 0 auto; padding: 24px 16px 64px; }
  h1 { font-size: 24px; margin: 8px 0; overflow-wrap: anywhere; } a { color: #3fe0ff; } p, dt { color: #b9b3dd; }
  ul { list-style: none; padding: 0; display: grid; gap: 8px; }
  li a { display: grid; gap: 4px; padding: 16px; background: #121024; border: 1px solid #2e2a55; border-radius: 16px;
         text-decoration: none; color: #f5f3ff; overflow-wrap: anywhere; } li a:hover { border-color: #3fe0ff; }
  small { color: #b9b3dd; } dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; } dd { margin: 0;
         overflow-wrap: anywhere; }
  iframe { width: 100%; height: 900px; border: 1px solid #2e2a55; border-radius: 16px; background: #07060f; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #121024; padding: 16px; border-radius: 16px; }
  form { display: flex; flex-wrap: wrap; gap: 8px; } input, button { font: inherit; min-height: 44px; padding: 0 16px;
         border-radius: 12px; border: 1px solid #7a74a8; background: #121024; color: #f5f3ff; }
  input { flex: 1; min-width: 0; } .files a { display: inline-block; margin: 0 8px 8px 0; }
`);

const page = (title: string, body: unknown) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${title}</title>
    <style>${STYLE}</style>
  </head>
  <body><main>${body}</main></body>
</html>`;

const when = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

/** The inbox of everybody: newest first, by recipient when one is given. */
export function inboxPage(mails: SandboxMail[], to: string) {
  const rows = mails.map(
    (mail) => html`<li>
      <a href="mail/${mail.id}"><strong>${mail.subject}</strong>
        <span>To ${mail.to.join(', ')}</span>
        <small>${when(mail.receivedAt)}${mail.attachments.length ? ` · ${mail.attachments.length} file(s)` : ''}</small></a>
    </li>`,
  );
  return page(
    'Mail of the demonstration',
    html`<p>Demonstration: nothing leaves this server. All mail ends up here.</p>
      <h1>Mail</h1>
      <form><input type="email" name="to" value="${to}" placeholder="Only for this address" aria-label="Recipient" />
        <button>Show</button></form>
      ${rows.length ? html`<ul>${rows}</ul>` : html`<p>No mail yet. It appears here a second after it is sent.</p>`}`,
  );
}

/** One message: head, body as its reader sees it, files, plain text, all headers. */
export function mailPage(mail: SandboxMail) {
  const files = mail.attachments.map((one, index) => html`<a href="${mail.id}/attachments/${index}">${one.name}</a>`);
  const headers = Object.entries(mail.headers).map(([name, value]) => `${name}: ${value}`);
  return page(
    mail.subject,
    html`<p><a href="../mail">All mail</a></p>
      <h1>${mail.subject}</h1>
      <dl><dt>To</dt><dd>${mail.to.join(', ')}</dd><dt>From</dt><dd>${mail.from}</dd>
        <dt>Received</dt><dd>${when(mail.receivedAt)}</dd></dl>
      ${files.length ? html`<p class="files">${files}</p>` : ''}
      <iframe srcdoc="${mail.html}" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation" title="The message"></iframe>
      <h2>Plain text</h2>
      <pre>${mail.text}</pre>
      <details><summary>Headers</summary><pre>${headers.join('\n')}</pre></details>`,
  );
}

import { html } from 'hono/html';
import { renderSandboxPage } from '../sandbox-page.ts';

export type SandboxMessage = { to: string; content: string; sentAt: string };

/**
 * Renders the page where the user picks an identity and sees the requested permissions: signing in and adding the app
 * to their account.
 */
export function renderAuthorizePage(query: Record<string, string>) {
  const fieldNames = ['client_id', 'response_type', 'redirect_uri', 'state', 'scope', 'integration_type'].map(
    (name) => html`<input type="hidden" name="${name}" value="${query[name] ?? ''}" />`,
  );
  const isInstall = query.integration_type === '1';
  return renderSandboxPage(
    'Connect Discord (demonstration)',
    html`<p>Demonstration: this is a sandbox for Discord.</p>
      <h1>Planet Crew wants to know who you are</h1>
      ${isInstall ? html`<p>It will be added to your account, so that its bot may write to you.</p>` : ''}
      <form method="post" class="stack">
        ${fieldNames}
        <label>Your Discord name <input name="username" value="hooper" /></label>
        <p>
          <button class="main" name="answer" value="allow">Authorize</button>
          <button name="answer" value="cancel">Cancel</button>
        </p>
      </form>`,
  );
}

export function renderInboxPage(messages: SandboxMessage[]) {
  const rows = messages.map(
    ({ to, content, sentAt }) => html`<li><strong>To ${to}</strong> <small>${sentAt}</small><pre>${content}</pre></li>`,
  );
  return renderSandboxPage(
    'Discord messages of the demonstration',
    html`<p>Demonstration: nothing leaves this server. Direct messages of the bot end up here.</p>
      <h1>Discord</h1>
      ${rows.length ? html`<ul>${rows}</ul>` : html`<p>No messages yet.</p>`}`,
  );
}

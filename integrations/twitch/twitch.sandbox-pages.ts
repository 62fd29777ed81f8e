import { html, raw } from 'hono/html';
import { type SandboxPlayer, SENTINEL_PLAYERS } from './sandbox-players.ts';

const STYLE = raw(`
  :root { color-scheme: dark; }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #0e0a1a; color: #f5f3ff;
         font: 16px/1.5 Onest, system-ui, sans-serif; }
  main { width: 100%; max-width: 460px; padding: 24px 16px 48px; }
  .panel { background: #18132b; border: 1px solid #3a3163; border-radius: 16px; padding: 24px; }
  .mark { display: inline-flex; align-items: center; gap: 8px; font-weight: 700; color: #d8ccff; }
  .mark svg { width: 28px; height: 28px; } h1 { font-size: 22px; line-height: 1.3; margin: 16px 0 8px; }
  p { color: #c3bbe0; margin: 0 0 16px; } h2 { font-size: 14px; color: #c3bbe0; margin: 24px 0 8px; font-weight: 600; }
  form { margin: 0; } ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 8px; }
  button, input { font: inherit; width: 100%; min-height: 48px; border-radius: 12px; padding: 8px 16px; }
  button { border: 1px solid #5b4d96; background: #231c40; color: #f5f3ff; text-align: left; cursor: pointer; }
  button:hover { border-color: #a48bff; } button small { display: block; color: #c3bbe0; }
  button.primary { background: #7a4dff; border-color: #7a4dff; color: #fff; font-weight: 700; text-align: center; }
  button.primary:hover { background: #8b64ff; } button.quiet { background: none; text-align: center; }
  input { border: 1px solid #7a6db5; background: #0e0a1a; color: #f5f3ff; }
  label { display: block; font-size: 14px; margin-bottom: 8px; color: #c3bbe0; } .row { display: grid; gap: 8px; }
  :focus-visible { outline: 3px solid #3fe0ff; outline-offset: 2px; } .error { color: #ff9db0; }
  details { margin-top: 24px; color: #c3bbe0; font-size: 14px; } summary { cursor: pointer; } code { color: #f5f3ff; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 8px 0 0; } dd { margin: 0; }
`);

const MARK = raw(
  '<svg viewBox="0 0 28 28" aria-hidden="true" fill="none" stroke="#a48bff" stroke-width="2.5"><path d="M5 4h19v12l-6 6h-5l-4 3v-3H5z" stroke-linejoin="round"/><path d="M13 9v5M18.500 9v5"/></svg>',
);

type Query = Record<string, string>;

const renderPage = (body: unknown) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <title>Sign in · Twitch sandbox</title>
    <style>${STYLE}</style>
  </head>
  <body><main><div class="panel"><span class="mark">${MARK} Twitch sandbox</span>${body}</div></main></body>
</html>`;

const renderHiddenFields = (query: Query) =>
  ['client_id', 'response_type', 'redirect_uri', 'state', 'scope'].map(
    (name) => html`<input type="hidden" name="${name}" value="${query[name] ?? ''}" />`,
  );

/** Renders the sign-in page, where the user picks a sample, types a login, or declines. */
export function renderSignInPage(query: Query, players: SandboxPlayer[], error = '') {
  const samples = players.map(
    (player) => html`<li><form method="post">${renderHiddenFields(query)}
      <button name="login" value="${player.login}"><strong>${player.displayName}</strong>
        <small>${player.note ?? player.login}</small></button></form></li>`,
  );
  const failures = Object.entries(SENTINEL_PLAYERS).map(
    ([login, what]) => html`<dt><code>${login}</code></dt><dd>${what}</dd>`,
  );
  return renderPage(html`
    <h1>Planet Crew wants to know who you are</h1>
    <p>This is a demonstration: no account on Twitch is needed and nothing leaves this server.</p>
    ${samples.length ? html`<h2>Sign in as one of the samples</h2><ul>${samples}</ul>` : ''}
    <h2>Or as anybody</h2>
    <form method="post" class="row">${renderHiddenFields(query)}
      <label for="login">Login (3 to 25 letters, digits or underscores)</label>
      ${error ? html`<p class="error" role="alert">${error}</p>` : ''}
      <input id="login" name="login" autocomplete="username" autocapitalize="none" spellcheck="false" value="${query.login ?? ''}" />
      <button class="primary">Authorize</button>
    </form>
    <form method="post" style="margin-top: 8px">${renderHiddenFields(query)}<button class="quiet" name="deny" value="1">Cancel</button></form>
    <details><summary>Logins that make Twitch fail</summary><dl>${failures}</dl></details>`);
}

/** Renders the sign-in page with an error about the typed login. */
export function renderDeniedPage(query: Query, error: string) {
  return renderSignInPage(query, [], error);
}

import { html } from 'hono/html';
import { paths } from '../content/paths.ts';

const places = [
  {
    path: `${paths.sandbox}/mail`,
    name: 'Mail inbox',
    what: 'Every message that the product sends: match proposals, sessions with their calendar files, sign-in mail.',
  },
  { path: `${paths.sandbox}/sms`, name: 'Text messages', what: 'Every text message that would go to a phone.' },
  {
    path: `${paths.sandbox}/discord`,
    name: 'Discord',
    what: 'Direct messages that the bot would send to connected people.',
  },
  {
    path: paths.auth,
    name: 'Sign-in',
    what: 'Continue with Twitch leads to a sign-in page with sample people; any other login makes a new one.',
  },
  {
    path: `${paths.sandbox}/stripe/readback`,
    name: 'Payment processor',
    what: 'What the stand-in for the payment processor holds, as JSON. Its checkout page appears when you buy.',
  },
  {
    path: `${paths.sandbox}/solana`,
    name: 'Token balances',
    what: 'What the demonstration wallets hold. Connect one under Protocol account to see the token tiers.',
  },
  {
    path: `${paths.sandbox}/clock`,
    name: 'Clock',
    what: 'Lets hours and days pass for one order, to see what happens at its deadline.',
  },
];

/** The way into the stand-ins, where the ribbon on every page leads. */
export function sandboxIndex() {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Sandbox · Planet Crew</title>
        <link rel="stylesheet" href="${paths.sandbox}/style.css" />
      </head>
      <body>
        <main>
          <p><a href="${paths.home}">← Planet Crew</a></p>
          <h1>Sandbox</h1>
          <p>This is a demonstration. No third party is reached; these stand-ins answer in their place.</p>
          <ul>
            ${places.map((place) => html`<li><a href="${place.path}">${place.name}</a><p>${place.what}</p></li>`)}
          </ul>
        </main>
      </body>
    </html>`;
}

export const SANDBOX_STYLE = `
  :root { color-scheme: dark; }
  body { margin: 0; background: #07060f; color: #f5f3ff; font: 1rem/1.6 system-ui, sans-serif; }
  main { max-width: 42rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
  h1 { font-size: 2rem; margin: 1rem 0 .5rem; }
  p { color: #b9b3dd; margin: .25rem 0 0; }
  a { color: #3fe0ff; }
  ul { list-style: none; padding: 0; display: grid; gap: 1rem; margin: 2rem 0 0; }
  li { background: #121024; border: 1px solid #2e2a55; border-radius: 16px; padding: 1rem 1.25rem; }
  li a { font-weight: 600; font-size: 1.1rem; }
`;

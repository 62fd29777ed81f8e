import type { Hono } from 'hono';
import { html } from 'hono/html';
import { paths } from '../content/paths.ts';
import type { SandboxesByPurpose } from './env.ts';

/** A sandbox that replaces a third party in a demo, and where to find it. */
export type SandboxLink = {
  /** Its path under /sandbox. */
  at: string;
  /** Undefined if the app needs the open database, because startup mounts it later in that case. */
  app?: Hono;
  /** Where people use it, if that's not its front page. */
  startPath?: string;
  name: string;
  /** The console's names for the keys that this sandbox makes unnecessary. */
  purpose?: (keyof SandboxesByPurpose)[];
  what: string;
};

const renderEntry = ({ at, startPath = `${paths.sandbox}/${at}`, name, what }: SandboxLink) =>
  html`<li><a href="${startPath}">${name}</a><p>${what}</p></li>`;

/** Renders the list of sandboxes, which the banner on every page links to. */
export function createSandboxIndex(sandboxes: SandboxLink[]) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <title>Sandbox · Planet Crew</title>
        <link rel="stylesheet" href="${paths.sandbox}/style.css" />
      </head>
      <body>
        <main>
          <p><a href="${paths.home}">← Planet Crew</a></p>
          <h1>Sandbox</h1>
          <p>This is a demonstration. No third party is reached; these sandboxes answer in their place.</p>
          <ul>
            ${sandboxes.map(renderEntry)}
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

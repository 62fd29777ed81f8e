import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { unpackChromium } from '../../tools/chromium.ts';
import { findFreePort } from '../../tools/node-under-test.ts';

export type MeasuredBrowser = {
  /** The debugging port for Lighthouse. */
  port: number;
  /** Stores a user's session in the browser as the account client does. */
  signIn: (origin: string, email: string, password: string) => Promise<void>;
  newPage: () => Promise<Page>;
  /** Clears the cache, so the next page is a first load. */
  clearCache: () => Promise<void>;
  close: () => Promise<void>;
};

/** Opens a browser whose storage persists between pages, with its own debugging port for Lighthouse. */
export async function openBrowser(options: { serviceWorkers?: 'block' } = {}): Promise<MeasuredBrowser> {
  const { program, variables } = await unpackChromium();
  const folder = mkdtempSync(join(tmpdir(), 'planet-crew-browser-'));
  const port = await findFreePort();
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: program,
    args: ['--no-sandbox', `--remote-debugging-port=${port}`],
    env: { ...process.env, ...variables } as Record<string, string>,
    ...options,
  });
  return {
    port,
    signIn: (origin, email, password) => signIn(context, origin, email, password),
    newPage: () => context.newPage(),
    clearCache: async () => {
      const page = await context.newPage();
      await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
      await page.close();
    },
    close: async () => {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function signIn(context: BrowserContext, origin: string, email: string, password: string): Promise<void> {
  const response = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`${email} could not sign in: ${await response.text()}`);
  const page = await context.newPage();
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate((session) => localStorage.setItem('planet-crew-auth', session), await response.text());
  await page.close();
}

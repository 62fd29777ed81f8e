import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { AuthClient, type GoTrueClient } from '@supabase/auth-js';
import { Hono } from 'hono';
import { startMailSandbox } from '../../integrations/mail/mail.sandbox.ts';
import type { SandboxPlayer } from '../../integrations/twitch/sandbox-players.ts';
import { createTwitchSandbox } from '../../integrations/twitch/twitch.sandbox.ts';
import { openTestContext } from '../../server/test-deps.ts';
import { accountJobs } from './accounts.jobs.ts';

export type ReceivedMail = {
  to: string[];
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
};

/** Creates the parts of web storage that the client uses, for one browser. */
function createMemoryStorage() {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  };
}

export type Browser = ReturnType<typeof createMemoryStorage> & { auth: GoTrueClient };

/** Opens the context behind a listening server, with the email and Twitch sandboxes and the official client. */
export async function openListeningContext(variables: Record<string, string> = {}, players: SandboxPlayer[] = []) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const mail = await startMailSandbox();
  const context = await openTestContext({
    PORT: String(port),
    PUBLIC_ORIGIN: origin,
    SMTP_URL: mail.url,
    ...variables,
  });
  // Serve the sandboxes on the same origin, like a demo.
  context.deps.env = { ...context.deps.env, demo: true };
  const site = new Hono().route('/sandbox/twitch', createTwitchSandbox({ players: async () => players }));
  site.all('*', (c) => context.app.fetch(c.req.raw, c.env));
  server.on('request', getRequestListener(site.fetch));

  const runJobs = async () => {
    // Jobs may enqueue more jobs.
    for (let job = context.sent.shift(); job; job = context.sent.shift()) {
      const { name, data } = job;
      const kind = accountJobs.find((one) => one.name === name);
      await kind?.run(context.deps, data, new AbortController().signal);
    }
  };
  const readMailsTo = async (address: string): Promise<ReceivedMail[]> => {
    await runJobs();
    const response = await mail.app.request(`/messages.json?to=${encodeURIComponent(address)}`);
    return ((await response.json()) as { messages: ReceivedMail[] }).messages;
  };
  return {
    ...context,
    origin,
    /** Creates a browser: its own storage and the official client with the product's settings. */
    browser: (): Browser => {
      const storage = createMemoryStorage();
      const auth = new AuthClient({
        url: `${origin}/auth/v1`,
        storage,
        flowType: 'pkce',
        detectSessionInUrl: false,
        autoRefreshToken: false,
        persistSession: true,
      });
      return { ...storage, auth };
    },
    runJobs,
    /** Returns an address's emails, newest first, after all pending jobs have run. */
    readMailsTo,
    codeTo: async (address: string) => (await readMailsTo(address))[0]!.text.match(/\b(\d{6})\b/)![1]!,
    linkTo: async (address: string) => (await readMailsTo(address))[0]!.text.match(/https?:\S+/)![0],
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await mail.close();
      await context.close();
    },
  };
}

export type ListeningContext = Awaited<ReturnType<typeof openListeningContext>>;

/** Follows a sign-in URL as a browser would and picks a login on the sandbox page. @returns the final URL */
export async function signInAtTwitch(url: string, login: string): Promise<string> {
  const first = await fetch(url, { redirect: 'manual' });
  const authorizeUrl = new URL(first.headers.get('Location')!);
  const form = new URLSearchParams({ ...Object.fromEntries(authorizeUrl.searchParams), login });
  const consentResponse = await fetch(`${authorizeUrl.origin}${authorizeUrl.pathname}`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  });
  const callbackResponse = await fetch(consentResponse.headers.get('Location')!, { redirect: 'manual' });
  return callbackResponse.headers.get('Location')!;
}

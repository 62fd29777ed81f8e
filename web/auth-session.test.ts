import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const KEY = 'planet-crew-auth';

type Asked = { path: string; body: Record<string, unknown> };
/** A different user in each test, so that late events of an earlier test aren't mistaken for its own. */
let user: { id: string; email: string; aud: string };
let requests: Asked[];
let storedItems: Map<string, string>;
let responses: Record<string, () => Response>;
let onStorage: (event: { key: string; newValue: string | null }) => void;

/** Creates a JWT that's valid until `exp`; its signature is never checked. */
const tokenUntil = (exp: number) =>
  [{ alg: 'HS256' }, { sub: user.id, exp }, {}]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');

const sessionUntil = (exp: number) => ({
  access_token: tokenUntil(exp),
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: exp,
  user,
});
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;
const keep = (exp: number) => storedItems.set(KEY, JSON.stringify(sessionUntil(exp)));

function createStorage() {
  const methods = {
    getItem: (name: string) => storedItems.get(name) ?? null,
    setItem: (name: string, value: string) => void storedItems.set(name, value),
    removeItem: (name: string) => void storedItems.delete(name),
  };
  // The object's keys are its entries, as in a browser.
  return new Proxy(methods, {
    ownKeys: () => [...storedItems.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
}

/** Loads the module without any state, as a new page would. */
async function openPage() {
  vi.resetModules();
  const { getAuthClient, watchSession } = await import('./auth-session.ts');
  const { clearSignInLeftovers } = await import('./sign-in-leftovers.ts');
  const { signOut } = await import('./sign-out.ts');
  const { readAuthState } = await import('./session-store.ts');
  const { readToasts } = await import('./ui/toast-store.ts');
  const listToasts = () => readToasts().map(({ title, description }) => [title, description]);
  return {
    authClient: getAuthClient,
    clearSignInLeftovers,
    followSession: watchSession,
    signOut,
    readAuthState,
    told: listToasts,
  };
}

beforeEach(() => {
  user = { id: crypto.randomUUID(), email: 'nova@context.test', aud: 'authenticated' };
  requests = [];
  storedItems = new Map();
  responses = {};
  const localStorage = createStorage();
  // The client warns about multiple instances and logs the errors these tests provoke.
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal('localStorage', localStorage);
  vi.stubGlobal('window', {
    localStorage,
    location: { origin: 'http://context.test', href: 'http://context.test/' },
    addEventListener: (name: string, listener: typeof onStorage) => {
      if (name === 'storage') onStorage = listener;
    },
  });
  vi.stubGlobal('document', { visibilityState: 'visible' });
  // Pages of other tests must not count as other tabs of this one.
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = String(url).replace('http://context.test', '');
    requests.push({ path, body: init.body ? JSON.parse(String(init.body)) : {} });
    return (responses[path.split('?')[0]!] ?? (() => Response.json({})))();
  });
});
afterEach(() => {
  vi.doUnmock('@supabase/auth-js');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Mock of an auth client that can't be created. */
const createUnavailable = () => ({
  AuthClient: class {
    constructor() {
      throw new Error('blocked');
    }
  },
});

type Logged = { action: string; metadata: { user_id: string } };
const listLoggedEvents = () =>
  requests
    .filter(({ path }) => path === '/functions/v1/log-security-event')
    .map(({ body }) => body as Logged)
    .filter(({ metadata }) => metadata.user_id === user.id);

describe('signing out', () => {
  test('shows Signed Out and removes the session', async () => {
    keep(inAnHour());
    const page = await openPage();
    expect(await page.signOut()).toBe(true);
    expect(page.told()).toEqual([['Signed Out', expect.any(String)]]);
    expect(storedItems.has(KEY)).toBe(false);
    expect(page.readAuthState()).toMatchObject({ isAuthenticated: false, error: null });
  });

  test("shows Sign Out Failed when the server doesn't confirm, and keeps the user signed in to retry", async () => {
    keep(inAnHour());
    responses['/auth/v1/logout'] = () => Response.json({ code: 'unexpected_failure', message: 'no' }, { status: 500 });
    const page = await openPage();
    expect(await page.signOut()).toBe(false);
    expect(storedItems.has(KEY)).toBe(true);
    expect(page.told()).toEqual([['Sign Out Failed', 'Failed to sign out']]);
    let signOutCount = 0;
    responses['/auth/v1/logout'] = () => {
      signOutCount += 1;
      return new Response(null, { status: 204 });
    };
    expect(await page.signOut()).toBe(true);
    expect(storedItems.has(KEY)).toBe(false);
    // The earlier failure message is gone.
    expect(page.told()).toEqual([['Signed Out', expect.any(String)]]);
    // The client doesn't notify the server a second time.
    expect(signOutCount).toBe(1);
  });

  test("shows an error and keeps the user signed in when the client can't be created", async () => {
    keep(inAnHour());
    vi.doMock('@supabase/auth-js', createUnavailable);
    const page = await openPage();
    expect(await page.signOut()).toBe(false);
    expect(page.told()).toEqual([['Sign Out Failed', 'Failed to sign out']]);
    expect(storedItems.has(KEY)).toBe(true);
  });
});

describe('session event reporter', () => {
  test('reports every change of the signed-in user to the server, with its event and user', async () => {
    keep(inAnHour());
    responses['/auth/v1/token'] = () => Response.json(sessionUntil(inAnHour()));
    responses['/auth/v1/user'] = () => Response.json(user);
    const page = await openPage();
    const client = await page.authClient();
    await client.refreshSession();
    await client.updateUser({ data: { colour: 'orange' } });
    await client.signInWithPassword({ email: user.email, password: 'a long secret' });
    const events = ['SIGNED_IN', 'INITIAL_SESSION', 'TOKEN_REFRESHED', 'USER_UPDATED', 'SIGNED_IN'];
    await vi.waitFor(() =>
      expect(listLoggedEvents().map(({ action }) => action)).toEqual(events.map((event) => `auth_${event}`)),
    );
    for (const body of listLoggedEvents())
      expect(body).toEqual({
        action: body.action,
        resource_type: 'authentication',
        success: true,
        metadata: { user_id: user.id, email: user.email },
      });
  });

  test('reports nothing when no one is signed in', async () => {
    const page = await openPage();
    const client = await page.authClient();
    await vi.waitFor(() => expect(page.readAuthState().isLoading).toBe(false));
    await client.getSession();
    expect(listLoggedEvents()).toEqual([]);
  });
});

describe('session error state', () => {
  test("stores an error when the client can't be loaded", async () => {
    vi.doMock('@supabase/auth-js', createUnavailable);
    const page = await openPage();
    await expect(page.authClient()).rejects.toThrow();
    expect(page.readAuthState()).toMatchObject({
      isLoading: false,
      error: 'Failed to initialize authentication',
    });
  });

  test("stores an error when a session saved by another tab can't be read", async () => {
    const page = await openPage();
    page.followSession();
    await page.authClient();
    keep(1);
    responses['/auth/v1/token'] = () => Response.json({ code: 'refresh_token_not_found' }, { status: 400 });
    onStorage({ key: KEY, newValue: storedItems.get(KEY)! });
    await vi.waitFor(() => expect(page.readAuthState().error).toBe('Authentication error occurred'));
    expect(page.readAuthState().isAuthenticated).toBe(false);
  });
});

describe('the recovery helper', () => {
  test('removes every entry an interrupted sign-in may have left, and no others', async () => {
    for (const name of [KEY, `${KEY}-code-verifier`, 'sb-auth-token', 'code_verifier', 'my PKCE state', 'codeVerifier'])
      storedItems.set(name, 'left');
    storedItems.set('beta-banner-dismissed', 'true');
    storedItems.set('planet-crew-onboarding-7', '{}');
    const page = await openPage();
    expect(page.clearSignInLeftovers()).toBe(6);
    expect([...storedItems.keys()]).toEqual(['beta-banner-dismissed', 'planet-crew-onboarding-7']);
    expect(page.clearSignInLeftovers()).toBe(0);
  });
});

import { expect } from '@playwright/test';
import { getGamertagKind } from '../features/profiles/gamertags.rules.ts';
import { SAMPLE_PASSWORD } from './sign-in-fixtures.ts';

const origin = process.env.E2E_ORIGIN ?? 'http://localhost:3000';

/** Calls the API as a user or, without a token, a visitor. */
export async function callApi<T>(token: string | undefined, method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(origin + path, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  expect(response.ok, `${method} ${path}: ${response.status} ${text}`).toBe(true);
  return (text ? JSON.parse(text) : undefined) as T;
}

/** Opens a user's live stream, as an open page does. @returns the controller that closes it */
export async function openLiveStream(token: string): Promise<AbortController> {
  const stream = new AbortController();
  await fetch(`${origin}/api/live`, { headers: { Authorization: `Bearer ${token}` }, signal: stream.signal });
  return stream;
}

type Session = { access_token: string; user: { id: string } };

export async function fetchSession(email: string, password = SAMPLE_PASSWORD): Promise<Session> {
  return callApi(undefined, 'POST', '/auth/v1/token?grant_type=password', { email, password });
}

/** Signs up and confirms the address with the code from the email. */
export async function signUp(email: string): Promise<Session> {
  await callApi(undefined, 'POST', '/auth/v1/signup', { email, password: SAMPLE_PASSWORD });
  let token = '';
  await expect
    .poll(async () => {
      token = (await fetchMails(email)).map((mail) => mail.text.match(/you started: (\w+)/)?.[1]).find(Boolean) ?? '';
      return token;
    })
    .not.toBe('');
  return callApi(undefined, 'POST', '/auth/v1/verify', { type: 'signup', email, token });
}

/** `adult`: whether they confirm that they're 18. */
type AccountOptions = { adult?: boolean };

export type TestAccount = { email: string; token: string; id: string };

/** Creates a published player through the API. */
export async function makePublishedPlayer(
  profile: Record<string, unknown> & { display_name: string },
  options: AccountOptions = {},
): Promise<TestAccount> {
  const player = await makeDraftPlayer(profile, options);
  await callApi(player.token, 'POST', '/api/profiles/me/publish', {});
  return player;
}

/** Creates an account with a profile that's ready to publish. */
export async function makeDraftPlayer(
  profile: Record<string, unknown> & { display_name: string },
  { adult = true }: AccountOptions = {},
): Promise<TestAccount> {
  const email = `${crypto.randomUUID()}@e2e.example`;
  const session = await signUp(email);
  const token = session.access_token;
  if (adult) await callApi(token, 'POST', '/api/account/adult', { adult: true });
  await callApi(token, 'POST', '/api/profiles/me/arrival', { timezone: 'America/New_York' });
  const ownProfile = await callApi<Record<string, unknown>>(token, 'GET', '/api/profiles/me');
  // The live queue needs the gamertag of the player's platform.
  const platform = profile.platform ?? ownProfile.platform;
  const gamertag = { [getGamertagKind(String(platform))]: `tag_${session.user.id.slice(0, 8)}` };
  await callApi(token, 'PUT', '/api/profiles/me', { ...ownProfile, email, ...gamertag, ...profile });
  return { email, token, id: session.user.id };
}

/** Saves fields of a published player's position section. */
export async function changePosition({ token }: TestAccount, fields: Record<string, unknown>): Promise<void> {
  const profile = await callApi<Record<string, unknown>>(token, 'GET', '/api/profiles/me');
  await callApi(token, 'PUT', '/api/profiles/me/sections/position', { ...profile, ...fields });
}

type Run = { id: string; status: string };

/** Starts a matching round as the sample admin and waits until it's done. */
export async function runMatcher(): Promise<void> {
  const { access_token: admin } = await fetchSession('admin@planetcrew.example');
  const { id } = await callApi<Run>(admin, 'POST', '/api/matches/run', {});
  await expect
    .poll(async () => (await callApi<Run>(admin, 'GET', `/api/matches/runs/${id}`)).status, { timeout: 60_000 })
    .toBe('done');
}

type SandboxMail = { subject: string; text: string; attachments: { name: string }[] };

/** Returns the emails the sandbox has delivered to one address, newest first. */
export async function fetchMails(email: string): Promise<SandboxMail[]> {
  const path = `/sandbox/mail/messages.json?to=${encodeURIComponent(email)}`;
  return (await callApi<{ messages: SandboxMail[] }>(undefined, 'GET', path)).messages;
}

import { createHash } from 'node:crypto';

/**
 * Signs in like a person: through the sandbox provider's page and back with a code.
 * @param address base URL at which this process reaches the server, which may differ from its public one
 * @throws Error if a step fails
 */
export async function signInAtProvider(address: string, login: string): Promise<{ access_token: string }> {
  const verifier = createHash('sha256').update(`verifier of ${login}`).digest('base64url');
  const begin = new URLSearchParams({
    provider: 'twitch',
    redirect_to: address,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 's256',
  });
  const page = await followRedirect(address, `/auth/v1/authorize?${begin}`);
  const form = new URLSearchParams({ ...Object.fromEntries(page.searchParams), login });
  const redirectUrl = await followRedirect(address, page.pathname, { method: 'POST', body: form });
  const location = await followRedirect(address, redirectUrl.pathname + redirectUrl.search);
  const code = location.searchParams.get('code');
  if (!code) throw new Error(`${login} was not let in: ${location.searchParams.get('error_description')}`);
  const response = await fetch(`${address}/auth/v1/token?grant_type=pkce`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ auth_code: code, code_verifier: verifier }),
  });
  if (!response.ok) throw new Error(`no session: ${response.status} ${await response.text()}`);
  return (await response.json()) as { access_token: string };
}

/** @returns the URL to which this step redirects */
async function followRedirect(address: string, path: string, init?: RequestInit): Promise<URL> {
  const response = await fetch(address + path, { ...init, redirect: 'manual' });
  await response.body?.cancel();
  const next = response.headers.get('Location');
  if (!next) throw new Error(`${path.split('?')[0]} led nowhere: ${response.status}`);
  return new URL(next, address);
}

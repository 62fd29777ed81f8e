/** Scopes an OAuth client may request. None of them allows changes. */
export const SCOPES = ['openid', 'profile', 'email'] as const;

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/** URL schemes that can't be redirect URLs, because browsers handle them themselves. Apps use a scheme of their own. */
const FORBIDDEN_SCHEMES = ['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:', 'ws:', 'wss:', 'ftp:'];

export function findRedirectProblem(address: string): string | undefined {
  if (!URL.canParse(address)) return `redirect_uris: ${address} isn't a full address.`;
  const url = new URL(address);
  if (address.includes('#')) return `redirect_uris: ${address} must not have a fragment.`;
  if (url.username || url.password) return `redirect_uris: ${address} must not carry a password.`;
  if (FORBIDDEN_SCHEMES.includes(url.protocol)) return `redirect_uris: ${url.protocol} addresses are not allowed.`;
  if (url.protocol === 'http:' && !LOOPBACK.includes(url.hostname)) {
    return `redirect_uris: ${address} must use https. Only this computer may use http.`;
  }
  return undefined;
}

/** Returns the problem with the URL of a client's site or logo, or undefined. */
export function findSiteProblem(field: string, address: string | null | undefined): string | undefined {
  if (!address) return undefined;
  const isValid = URL.canParse(address) && ['https:', 'http:'].includes(new URL(address).protocol);
  return isValid ? undefined : `${field} must be a full https address.`;
}

/**
 * Returns whether a redirect URL is exactly one of the registered ones. Apps listen on a changing port, so the port is
 * ignored on loopback addresses (RFC 8252, 7.3).
 */
export function isRegistered(address: string, registeredUrls: readonly string[]): boolean {
  return registeredUrls.some((one) => one === address || isSameExceptPort(one, address));
}

function isSameExceptPort(one: string, other: string): boolean {
  if (!URL.canParse(one) || !URL.canParse(other)) return false;
  const [a, b] = [new URL(one), new URL(other)];
  if (a.protocol !== 'http:' || !LOOPBACK.includes(a.hostname)) return false;
  a.port = '';
  b.port = '';
  return a.href === b.href && !other.includes('#');
}

/** Parses scopes without duplicates, in our order. Returns undefined when any scope isn't supported. */
export function parseScopes(text: string): string[] | undefined {
  const requestedScopes = text.split(' ').filter(Boolean);
  if (requestedScopes.some((one) => !(SCOPES as readonly string[]).includes(one))) return undefined;
  return SCOPES.filter((one) => requestedScopes.includes(one));
}

/** Returns whether all requested scopes were already granted. */
export function areScopesCovered(grantedScope: string, requestedScope: string): boolean {
  const grantedScopes = grantedScope.split(' ');
  return requestedScope.split(' ').every((one) => grantedScopes.includes(one));
}

export type ClientType = 'public' | 'confidential';
export type AuthMethod = 'none' | 'client_secret_basic' | 'client_secret_post';

/**
 * Resolves a client's type and authentication method; a missing one is derived from the other.
 * @returns undefined when they contradict each other
 */
export function resolveClientKind(
  type: ClientType | null | undefined,
  method: AuthMethod | null | undefined,
): { clientType: ClientType; authMethod: AuthMethod } | undefined {
  const clientType = type ?? (method === 'none' ? 'public' : 'confidential');
  const authMethod = method ?? (clientType === 'public' ? 'none' : 'client_secret_basic');
  return (clientType === 'public') === (authMethod === 'none') ? { clientType, authMethod } : undefined;
}

/** What a program may ask to know about a person; nothing lets it change anything. */
export const SCOPES = ['openid', 'profile', 'email'] as const;

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/** Schemes that a browser runs or reads by itself; the address of an app has one of its own. */
const FORBIDDEN_SCHEMES = ['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:', 'ws:', 'wss:', 'ftp:'];

/** What is wrong with an address that a program wants people to be sent back to, or undefined. */
export function findRedirectProblem(address: string): string | undefined {
  if (!URL.canParse(address)) return `redirect_uris: ${address} is not a full address.`;
  const url = new URL(address);
  if (address.includes('#')) return `redirect_uris: ${address} must not have a fragment.`;
  if (url.username || url.password) return `redirect_uris: ${address} must not carry a password.`;
  if (FORBIDDEN_SCHEMES.includes(url.protocol)) return `redirect_uris: ${url.protocol} addresses are not allowed.`;
  if (url.protocol === 'http:' && !LOOPBACK.includes(url.hostname)) {
    return `redirect_uris: ${address} must be https; http is for this computer alone.`;
  }
  return undefined;
}

/** What is wrong with the address of a program's site or picture, or undefined. */
export function findSiteProblem(field: string, address: string | null | undefined): string | undefined {
  if (!address) return undefined;
  const right = URL.canParse(address) && ['https:', 'http:'].includes(new URL(address).protocol);
  return right ? undefined : `${field} must be a full https address.`;
}

/**
 * Whether a program may be answered at an address: exactly one of those registered. Apps listen on a port of the day,
 * so on the loopback the port does not count (RFC 8252, 7.3).
 */
export function isRegistered(address: string, registered: readonly string[]): boolean {
  return registered.some((one) => one === address || isSameExceptPort(one, address));
}

function isSameExceptPort(one: string, other: string): boolean {
  if (!URL.canParse(one) || !URL.canParse(other)) return false;
  const [a, b] = [new URL(one), new URL(other)];
  if (a.protocol !== 'http:' || !LOOPBACK.includes(a.hostname)) return false;
  a.port = '';
  b.port = '';
  return a.href === b.href && !other.includes('#');
}

/** The scopes of a text, each once and in our order; undefined when one is not ours to give. */
export function parseScopes(text: string): string[] | undefined {
  const asked = text.split(' ').filter(Boolean);
  if (asked.some((one) => !(SCOPES as readonly string[]).includes(one))) return undefined;
  return SCOPES.filter((one) => asked.includes(one));
}

/** Whether everything that is asked for was agreed to before. */
export function coversScopes(agreed: string, asked: string): boolean {
  const given = agreed.split(' ');
  return asked.split(' ').every((one) => given.includes(one));
}

export type ClientType = 'public' | 'confidential';
export type AuthMethod = 'none' | 'client_secret_basic' | 'client_secret_post';

/**
 * Kind of a program and how it shows who it is, from what of the two was said.
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

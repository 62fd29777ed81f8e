import { isIPv4 } from 'node:net';

/** Returns whether a host is loopback, such as all of 127.0.0.0/8 (RFC 1122 3.2.1.3). */
const isLoopback = (host: string) =>
  ['localhost', '::1', '[::1]'].includes(host) || (isIPv4(host) && host.startsWith('127.'));

/** The variables that these checks depend on, as defined in `env.ts`. */
type ProductionSettings = {
  HOST: string;
  PUBLIC_ORIGIN?: string | undefined;
  TRUST_PROXY?: unknown;
  DATABASE_URL?: string | undefined;
  EMBEDDED_IN_PRODUCTION?: boolean | undefined;
  AUTH_OIDC_PROVIDERS?: string | undefined;
  STRIPE_API_URL?: string | undefined;
  AUTH_AUTOCONFIRM?: boolean | undefined;
  AUTH_PHONE_AUTOCONFIRM?: boolean | undefined;
  AUTH_LIMITS_DISABLED?: boolean | undefined;
};

/** Returns whether only this machine can reach the server, according to its settings. */
function isPrivate({ HOST, PUBLIC_ORIGIN, TRUST_PROXY }: ProductionSettings): boolean {
  return isLoopback(HOST) && !TRUST_PROXY && (!PUBLIC_ORIGIN || isLoopback(new URL(PUBLIC_ORIGIN).hostname));
}

/**
 * Finds settings that aren't allowed in production.
 * @param isDemo whether sandboxes replace third parties
 * @returns a message for each reason not to start
 */
export function findProductionFaults(settings: ProductionSettings, isDemo: boolean): string[] {
  const faults: string[] = [];
  for (const name of ['AUTH_LIMITS_DISABLED', 'AUTH_AUTOCONFIRM', 'AUTH_PHONE_AUTOCONFIRM'] as const) {
    if (settings[name]) faults.push(`${name} is for tests. Remove it with NODE_ENV=production.`);
  }
  if (isDemo) return isPrivate(settings) ? faults : [...faults, findPublicDemoFault(settings)];
  if (!settings.DATABASE_URL && !settings.EMBEDDED_IN_PRODUCTION) {
    faults.push(
      "DATABASE_URL is not set, and the embedded database doesn't survive a power cut. Set DATABASE_URL to a PostgreSQL, or EMBEDDED_IN_PRODUCTION=true if you accept the risk.",
    );
  }
  faults.push(...findInsecureIssuers(settings), ...findInsecurePaymentUrl(settings));
  if (isPrivate(settings)) return faults;
  if (!settings.PUBLIC_ORIGIN) {
    faults.push('PUBLIC_ORIGIN is not set. Set it to the https address at which browsers reach this server.');
  } else if (new URL(settings.PUBLIC_ORIGIN).protocol !== 'https:') {
    faults.push(
      `PUBLIC_ORIGIN is ${settings.PUBLIC_ORIGIN}, where others could read sign-ins in transit. Use its https address.`,
    );
  }
  return faults;
}

/**
 * Detects real keys on a public address when NODE_ENV isn't set, for example because the .env file wasn't read. Such a
 * server would skip all production checks.
 * @returns the reason not to start, or undefined
 */
export function findUnsetMode(
  settings: ProductionSettings & { modeIsSet: boolean; demo: boolean },
): string | undefined {
  if (settings.modeIsSet || settings.demo || isPrivate(settings)) return undefined;
  const reachableAt = settings.PUBLIC_ORIGIN ?? `HOST=${settings.HOST}`;
  return `NODE_ENV is not set, but vendor keys are, and others can reach ${reachableAt}. Set NODE_ENV=production, or NODE_ENV=development to start without the production checks.`;
}

/**
 * Finds reasons not to seed players here. Sample players belong in a development database.
 * @returns why this environment looks like production, or undefined
 */
export function findSeedFault(settings: ProductionSettings & { NODE_ENV: string; demo: boolean }): string | undefined {
  const reasons = [
    ...(settings.NODE_ENV === 'production' ? ['NODE_ENV is production'] : []),
    ...(settings.demo ? [] : ['vendor keys are set']),
    ...(isPrivate(settings) ? [] : ['others can reach its address']),
  ];
  if (reasons.length === 0) return undefined;
  return `Sample players belong in a development database, and this looks like production: ${reasons.join(', ')}. Remove those variables and choose a development database with DATABASE_URL or DATA_DIR.`;
}

/** Finds sign-in providers without https, whose responses others could change in transit. */
function findInsecureIssuers({ AUTH_OIDC_PROVIDERS = '[]' }: ProductionSettings): string[] {
  const providers = JSON.parse(AUTH_OIDC_PROVIDERS) as { name: string; issuer: string }[];
  return providers
    .filter(({ issuer }) => isInsecureUrl(issuer))
    .map(
      ({ name, issuer }) =>
        `AUTH_OIDC_PROVIDERS: ${name} uses ${issuer}, where others could change its responses in transit. Use its https address.`,
    );
}

/** Finds a payment provider URL without https, which would expose the secret key in every request. */
function findInsecurePaymentUrl({ STRIPE_API_URL }: ProductionSettings): string[] {
  if (!STRIPE_API_URL || !isInsecureUrl(STRIPE_API_URL)) return [];
  return [
    `STRIPE_API_URL is ${STRIPE_API_URL}, where others could read the secret key in transit. Use an https address, or remove it.`,
  ];
}

function isInsecureUrl(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol !== 'https:' && !isLoopback(hostname);
}

function findPublicDemoFault({ HOST, PUBLIC_ORIGIN, TRUST_PROXY }: ProductionSettings): string {
  const origin = PUBLIC_ORIGIN && !isLoopback(new URL(PUBLIC_ORIGIN).hostname) ? PUBLIC_ORIGIN.replace(/\/+$/, '') : '';
  const address = origin || (isLoopback(HOST) ? `${HOST} behind a proxy (TRUST_PROXY)` : HOST);
  const variables = TRUST_PROXY ? 'PUBLIC_ORIGIN, HOST and TRUST_PROXY' : 'PUBLIC_ORIGIN and HOST';
  return `No vendor key is set, so this would be a demonstration on the public address ${address}. Set the keys (see the README), or leave NODE_ENV unset, or leave ${variables} unset.`;
}

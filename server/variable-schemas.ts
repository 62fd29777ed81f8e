import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import { parseTrustedProxies } from '../features/accounts/trusted-proxies.rules.ts';
import { english } from '../messages/lazy-text.ts';
import { formatList } from '../messages/lists.ts';
import { findLocale, LOCALES, type Locale, SOURCE_LOCALE } from '../messages/locales.ts';

export const blankToUndefined = (value: unknown) => (value === '' ? undefined : value);
/** Makes a variable optional; a blank value counts as absent. */
export const optionalVariable = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(blankToUndefined, schema.optional());
export const withDefault = (fallback: string) => z.preprocess(blankToUndefined, z.string().default(fallback));
export const text = optionalVariable(z.string());
export const matchingVariable = (pattern: RegExp, error: string) => optionalVariable(z.string().regex(pattern, error));
export const choiceVariable = <const Value extends string>(
  name: string,
  values: readonly Value[],
  fallback: NoInfer<Value>,
) => {
  const error = `${name} must be ${formatList(english, values, 'or')}.`;
  return optionalVariable(z.enum(values, { error })).transform((value) => value ?? fallback);
};
export const urlVariable = (what: string) =>
  optionalVariable(z.url({ error: `${what} must be a full address such as https://example.org.` }));
export const postgresUrlVariable = (name: string) =>
  matchingVariable(/^postgres(ql)?:\/\//, `${name} must start with postgres:// or postgresql://.`);
/** Returns whether a URL is an origin: scheme, host and port, nothing else. */
export const isOrigin = (address: string) => {
  const { protocol, username, pathname, search, hash, hostname } = new URL(address);
  const isOrigin = pathname.replaceAll('/', '') + search + hash + username === '';
  return isOrigin && /^https?:$/.test(protocol) && !hostname.includes('*');
};
export const originVariable = (what: string) =>
  urlVariable(what).refine((address) => !address || !URL.canParse(address) || isOrigin(address), {
    error: `${what} must be scheme, host and port only, such as https://example.org. Planet Crew can't run under a path.`,
  });
export const flagVariable = (name: string) =>
  optionalVariable(z.enum(['true', 'false'], { error: `${name} must be true or false.` })).transform((value) =>
    value === undefined ? undefined : value === 'true',
  );
export const trustedProxiesVariable = (name: string) =>
  optionalVariable(
    z.string().transform((value, context) => {
      const proxies = parseTrustedProxies(value);
      if (proxies === null) {
        context.addIssue(`${name} must be true, false, a number up to 10, or networks such as 10.0.0.0/8,fd00::/8.`);
        return z.NEVER;
      }
      return proxies;
    }),
  );
/** Parses the languages to offer. English is always one of them: readers of any other language get it. */
export const languagesVariable = (name: string, fallback: readonly Locale[]) =>
  optionalVariable(
    z.string().transform((value, context) => {
      const tags = value.split(',').map((tag) => tag.trim());
      const unknownTag = tags.find((tag) => !findLocale(tag));
      if (unknownTag === undefined)
        return LOCALES.filter((locale) => locale === SOURCE_LOCALE || tags.includes(locale));
      context.addIssue(`${name} must be some of ${LOCALES.join(',')}; "${unknownTag}" isn't one.`);
      return z.NEVER;
    }),
  ).transform((value) => value ?? fallback);
const jsonArrayVariable = (name: string) =>
  optionalVariable(z.string().refine((value) => Array.isArray(parseJson(value)), `${name} must be a JSON array.`));

export const countryVariable = (name: string) =>
  withDefault('US').pipe(z.string().regex(/^[A-Z]{2}$/, `${name} must be a two-letter country such as US.`));
/** Parses two-letter codes, separated by commas. */
export const countriesVariable = (name: string) =>
  withDefault('US')
    .transform((value) => value.toUpperCase().replaceAll(' ', ''))
    .pipe(z.string().regex(/^[A-Z]{2}(,[A-Z]{2})*$/, `${name} must be two-letter countries such as US,CA,GB.`));

export function isPrivateKey(pem: string): boolean {
  try {
    return ['rsa', 'ed25519'].includes(createPrivateKey(pem).asymmetricKeyType ?? '');
  } catch {
    return false;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The schema of each entry of AUTH_OIDC_PROVIDERS. */
const OidcProvider = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9:_-]*$/i),
  issuer: z.url({ protocol: /^https?$/ }),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  domains: z.array(z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i)).optional(),
});

export const oidcProvidersVariable = jsonArrayVariable('AUTH_OIDC_PROVIDERS').superRefine((value, context) => {
  const entries = value === undefined ? [] : parseJson(value);
  if (!Array.isArray(entries)) return;
  for (const [index, entry] of entries.entries()) {
    const { error } = OidcProvider.safeParse(entry);
    if (!error) continue;
    const [issue] = error.issues;
    const detail =
      issue?.code === 'unrecognized_keys' ? `"${issue.keys[0]}" isn't a known field` : formatIssuePath(issue?.path);
    context.addIssue(
      `AUTH_OIDC_PROVIDERS: entry ${index + 1} can't be used (${detail}). Each is {"name", "issuer", "clientId", "clientSecret"} and, for single sign-on, "domains".`,
    );
  }
  const names = entries.map((entry) => (entry as { name?: unknown } | null)?.name);
  const repeatedName = names.find((name, index) => name !== undefined && names.indexOf(name) !== index);
  if (repeatedName !== undefined) {
    context.addIssue(`AUTH_OIDC_PROVIDERS: the name "${repeatedName}" occurs twice. Give each entry a unique name.`);
  }
});

const formatIssuePath = (path: readonly PropertyKey[] = []) =>
  path.length > 0 ? `"${String(path[0])}" is missing or invalid` : "it isn't an object";

/** Validates each part of a comma-separated list. */
export const listVariable = (name: string, isValid: (part: string) => boolean, what: string) =>
  optionalVariable(
    z.string().superRefine((value, context) => {
      const wrongPart = value.split(',').find((part) => part.trim() !== '' && !isValid(part.trim()));
      if (wrongPart !== undefined) context.addIssue(`${name} must be ${what}; "${wrongPart.trim()}" isn't valid.`);
    }),
  );

/**
 * Returns whether a redirect pattern is allowed. In a web address, it may contain wildcards for the subdomain, port and
 * path, but not for the site. An app's own scheme is always allowed.
 */
export function isRedirectPattern(pattern: string): boolean {
  const [, scheme, host = ''] = /^([a-z][a-z0-9+.-]*):\/(?:\/([^/?]*))?/i.exec(pattern) ?? [];
  if (!scheme) return false;
  if (!/^https?$/i.test(scheme)) return true;
  const labels = host
    .replace(/:[\d*]+$/, '')
    .split('.')
    .slice(-2);
  return labels.every((label) => /^(\[[\da-f:]+\]|[a-z\d-]+)$/i.test(label));
}

/** Returns whether a value is an origin as browsers send it. Apps in a web view have a scheme of their own. */
export function isListedOrigin(address: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/?#@*\s]+\/?$/i.test(address) || !URL.canParse(address)) return false;
  return !/^https?:/i.test(address) || isOrigin(address);
}

export const numberVariable = (name: string, min: number, max: number) =>
  optionalVariable(
    z.coerce
      .number({ error: `${name} must be a number.` })
      .int(`${name} must be a whole number.`)
      .min(min, `${name} must be at least ${min}.`)
      .max(max, `${name} must be at most ${max}.`),
  );

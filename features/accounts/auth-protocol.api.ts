import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context, ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { translateIssue } from '../../messages/issue-text.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import type { Deps } from '../../server/deps.ts';
import { type ApiEnv, asFeatureApi } from '../../server/http.ts';
import { Refusal } from '../../server/refusal.ts';
import { AuthRefusal } from './auth-protocol.commands.ts';
import { readAccessToken } from './sessions/sessions.commands.ts';
import type { Visit } from './sessions/visits.commands.ts';
import { findClientAddress } from './trusted-proxies.rules.ts';

/** Protocol version. Clients ignore `code` in responses without it. */
export const API_VERSION = '2024-01-01';

/** Creates a sub-app for the sign-in protocol, whose errors have the protocol's format. */
export function createAuthApi() {
  const api = new OpenAPIHono<ApiEnv>({
    defaultHook: (result) => {
      if (result.success) return;
      const [issue] = result.error.issues;
      throw new AuthRefusal(
        400,
        'validation_failed',
        issue ? translateIssue(readerTranslator, issue.message) : "The request isn't valid",
      );
    },
  });
  api.onError(onError);
  return asFeatureApi(api);
}

const onError: ErrorHandler<ApiEnv> = async (error, c) => {
  c.header('X-Supabase-Api-Version', API_VERSION);
  if (error instanceof HTTPException) {
    return c.json({ code: 'bad_json', message: 'Could not read the request body as JSON' }, 400);
  }
  if (!(error instanceof Refusal)) throw error;
  const { status, code, extra } = error instanceof AuthRefusal ? error.protocol : await toAuthRefusal(error, c);
  return c.json({ code, message: error.message, ...extra }, status);
};

const CODES: Partial<Record<Refusal['code'], string>> = {
  invalid: 'validation_failed',
  forbidden: 'not_admin',
  not_found: 'not_found',
  conflict: 'conflict',
  too_many: 'over_request_rate_limit',
};

/**
 * Converts errors from outside the protocol's operations, such as rate limits or server errors, to the protocol's
 * format.
 */
export const toAuthErrorBody = ({ code, message }: { code: string; message: string }) => ({
  code: CODES[code as Refusal['code']] ?? 'unexpected_failure',
  message,
});

/**
 * Converts errors of our own API to the protocol's format. Clients handle each reason for "not signed in" and "not
 * allowed" differently, so the result has a specific code.
 */
async function toAuthRefusal(refusal: Refusal, c: Context<ApiEnv>) {
  if (refusal.code !== 'unauthenticated' && refusal.code !== 'forbidden') {
    return { status: refusal.status, code: CODES[refusal.code] ?? 'request_refused', extra: {} };
  }
  const bearer = c.req.header('Authorization')?.replace(/^Bearer /i, '');
  if (!bearer) {
    const message = 'This endpoint requires a valid Bearer token';
    return { status: 401 as const, code: 'no_authorization', extra: { message } };
  }
  const claims = await readAccessToken(c.var.deps, bearer);
  if (!claims) {
    const message = 'invalid JWT: unable to parse or verify signature, or expired';
    return { status: 403 as const, code: 'bad_jwt', extra: { message } };
  }
  if (refusal.code === 'forbidden') return { status: 403 as const, code: 'not_admin', extra: {} };
  const message = 'Session from session_id claim in JWT does not exist';
  return { status: 403 as const, code: 'session_not_found', extra: { message } };
}

type NodeBindings = { incoming?: { socket?: { remoteAddress?: string } } };

/** Returns the client's IP: from the header of trusted proxies, otherwise the address of the connection. */
export function getClientIp(env: Deps['env'], headers: Headers, bindings: unknown): string | null {
  const peer = (bindings as NodeBindings | undefined)?.incoming?.socket?.remoteAddress;
  return findClientAddress(env.TRUST_PROXY, env.TRUST_PROXY ? headers.get('X-Forwarded-For') : null, peer);
}

/** Returns the origin of a request. Proxy headers count only if a proxy is configured. */
export function getVisit(c: Context<ApiEnv>): Visit {
  const isTrusted = c.var.deps.env.TRUST_PROXY !== undefined;
  const { PROXY_COUNTRY_HEADER: countryHeader } = c.var.deps.env;
  const country = isTrusted && countryHeader ? c.req.header(countryHeader) : undefined;
  return {
    userAgent: c.req.header('User-Agent')?.slice(0, 400) ?? null,
    ip: getClientIp(c.var.deps.env, c.req.raw.headers, c.env),
    place: country?.slice(0, 40) ?? null,
  };
}

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { findClientAddress } from '../features/accounts/trusted-proxies.rules.ts';
import type { Deps } from './deps.ts';

/** Load balancers and monitoring request these paths every second, so they're logged only at the debug level. */
const PROBES = /^\/(api\/health|metrics)/;
/** IDs and page names such as `chatgpt-vs-claude`, which aren't secret. */
const PUBLIC = /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[a-z]+(-[a-z]+)+)$/i;

/** Hides the parts of a path that work like a password, such as the key of a calendar feed or of a join link. */
const hideSecrets = (path: string) => path.replace(/[^/.]{20,}/g, (segment) => (PUBLIC.test(segment) ? segment : '…'));

function describeRequest({ env }: Deps, request: IncomingMessage, response: ServerResponse, startedAt: number) {
  const { method, headers, socket } = request;
  const requestId = response.getHeader('x-request-id');
  const logFields = {
    ...(requestId ? { requestId } : {}),
    method,
    path: hideSecrets((request.url ?? '').split('?')[0]!),
    // Nginx's status for clients that disconnect before the response.
    status: response.headersSent ? response.statusCode : 499,
    ms: Math.round(performance.now() - startedAt),
  };
  if (env.ACCESS_LOG !== 'address') return logFields;
  const forwardedFor = headers['x-forwarded-for'];
  return {
    ...logFields,
    address: findClientAddress(env.TRUST_PROXY, forwardedFor ? String(forwardedFor) : null, socket.remoteAddress),
    agent: headers['user-agent'],
  };
}

/** Logs one line for each request when its response has ended, unless ACCESS_LOG is off. */
export function logAccess(deps: Deps, listener: RequestListener): RequestListener {
  if (deps.env.ACCESS_LOG === 'off') return listener;
  return (request, response) => {
    const startedAt = performance.now();
    response.once('close', () => {
      const level = PROBES.test(request.url ?? '') ? 'debug' : 'info';
      deps.log[level](describeRequest(deps, request, response, startedAt), 'request');
    });
    return listener(request, response);
  };
}

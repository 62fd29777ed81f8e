import { hc } from 'hono/client';
import { createContext, data, type RouterContextProvider } from 'react-router';
import { paths } from '../content/paths.ts';
import { readerTranslator } from '../messages/reader-translator.ts';
import type { ApiOperations } from '../server/app.ts';
import type { ApiClient } from './api-types.ts';
import * as messages from './web.messages.ts';
import { waitUntilActivated } from './when-visible.ts';

export type ApiFetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;
type Api = ApiClient<ApiOperations>;

/** Creates a client that builds requests from property names; their types come from the operations. */
const createClient = (origin: string, fetch: ApiFetch) => hc(origin, { fetch }) as unknown as Api;

/** Context through which server loaders call the app itself, without the network. */
export const apiFetchContext = createContext<ApiFetch>();

/** Returns the typed API client for a loader that runs on the server. */
export function serverApi(context: Readonly<RouterContextProvider>): Api {
  return createClient('http://server.internal', context.get(apiFetchContext));
}

/** Returns the typed API client for the browser; requests of signed-in users carry their bearer token. */
export function browserApi(): Api {
  return createClient(window.location.origin, (input, init) => fetchWithToken(input, init).catch(throwUnreachable));
}

const isRead = (method = 'GET') => method === 'GET' || method === 'HEAD';

/** Whether the server has authenticated the user since this page was opened. */
let hasBeenAuthenticated = false;

/** Works like `fetch`, authenticated as the signed-in user. */
export async function fetchWithToken(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  // A prerendered page may never be opened, so writes wait until it's opened. Reads start immediately.
  if (!isRead(init?.method)) {
    await waitUntilActivated();
    // A write may change what early answers show.
    globalThis.takeEarlyAnswer = undefined;
  }
  // Lazy-loaded, so that visitors of public pages don't download the auth client.
  const { getAccessToken, forgetSession } = await import('./auth-session.ts');
  const token = await getAccessToken();
  const headers = new Headers(init?.headers);
  headers.set('Accept-Language', readerTranslator.locale);
  if (token) headers.set('Authorization', `Bearer ${token}`);
  const earlyAnswer = token && (await globalThis.takeEarlyAnswer?.(String(input), token, readerTranslator.locale));
  let response = earlyAnswer || (await fetch(input, { ...init, headers }));
  // The session was ended from another device. A page that's already open asks the user to sign in again and continues;
  // a page that's just opening redirects to sign-in itself.
  if (token && response.status === 401) {
    const newToken = hasBeenAuthenticated ? await (await import('./ended-session.ts')).signInAgain(token) : undefined;
    if (!newToken) {
      await forgetSession();
      return response;
    }
    headers.set('Authorization', `Bearer ${newToken}`);
    response = await fetch(input, { ...init, headers });
  }
  if (token && response.ok) hasBeenAuthenticated = true;
  if (token && response.status === 403) await redirectIfDeletionPending(response.clone());
  return response;
}

/** Redirects to the account deletion page if deletion is scheduled, because users can then only cancel it. */
async function redirectIfDeletionPending(refusal: Response): Promise<void> {
  // The deletion page itself must not reload in a loop when requests such as live updates are refused.
  if (window.location.pathname === paths.leaving) return;
  const error = parseRefusal(await refusal.json().catch(() => undefined));
  if (error?.code === 'leaving') window.location.replace(paths.leaving);
}

/** An error whose message was written for users. The messages of all other errors are never shown. */
export class UserFacingError extends Error {}

/** An API error with the message for the user. */
export class ApiError extends UserFacingError {
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;
  /** The id of the failed request, which support can look up in the log. */
  reference: string | undefined;
  constructor(status: number, code: string, message: string, field?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = field;
  }
}

type Answer = { ok: boolean; status: number; headers?: Headers; json: () => Promise<unknown> };
/** The bodies of an operation's successful responses. */
export type SuccessfulResponse<R> = R extends { ok: false }
  ? never
  : R extends { json: () => Promise<infer T> }
    ? T
    : never;
type ErrorResponse = { error: { code: string; message: string; field?: string | undefined } };

/** Parses the error in a response body: our own shape, or the storage protocol's flat one. */
function parseRefusal(body: unknown): ErrorResponse['error'] | undefined {
  const { error, message } = (body ?? {}) as { error?: unknown; message?: string };
  if (typeof error === 'string') return { code: error, message: message ?? getServerFailedMessage() };
  return error as ErrorResponse['error'] | undefined;
}

/** Code of an error response without our error body, such as a proxy's page. */
const UNKNOWN_CODE = 'unknown';
/** Only browsers show this, because loaders on the server call the API without the network. */
const getUnreachableMessage = () => readerTranslator(messages.serverUnreachable);
const getServerFailedMessage = () => readerTranslator(messages.serverFailed);

function throwUnreachable(): never {
  throw new ApiError(0, 'unreachable', getUnreachableMessage());
}

/** The data of an API call: the response body, or the resolved value itself. */
export type ResponseData<T> = T extends Answer ? SuccessfulResponse<T> : T;

/** Returns the data of an API call that resolves to a response or to the data. @throws ApiError as `unwrap` does */
export async function readData<T>(responsePromise: Promise<T>): Promise<ResponseData<T>> {
  const result = await responsePromise;
  return (result instanceof Response ? unwrap(Promise.resolve(result)) : result) as ResponseData<T>;
}

/**
 * Returns the body of a successful response.
 * @throws ApiError with the server's message, or one about the connection when there was no response
 */
export async function unwrap<R extends Answer>(responsePromise: Promise<R>): Promise<SuccessfulResponse<R>> {
  const response = await unwrapResponse(responsePromise);
  return (await response.json().catch(() => undefined)) as SuccessfulResponse<R>;
}

/** Returns a successful response without reading its body. @throws ApiError as `unwrap` does */
export async function unwrapResponse<R extends Answer>(responsePromise: Promise<R>): Promise<R> {
  const response = await responsePromise.catch(throwUnreachable);
  if (response.ok) return response;
  const error = parseRefusal(await response.json().catch(() => undefined));
  const failure = new ApiError(
    response.status,
    error?.code ?? UNKNOWN_CODE,
    error?.message ?? getServerFailedMessage(),
    error?.field,
  );
  failure.reference = response.headers?.get('X-Request-Id') ?? undefined;
  throw failure;
}

/** Returns whether the resource is missing (404) or its ID invalid (422). */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 422);

/** Returns null for the error of a missing resource. @throws any other error */
export function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

/** Returns the error's message for users, or `otherwise` if it has none. */
export function toErrorMessage(error: unknown, otherwise: string): string {
  return findErrorMessage(error) ?? otherwise;
}

function findErrorMessage(error: unknown): string | undefined {
  if (!(error instanceof UserFacingError) || (error instanceof ApiError && error.code === UNKNOWN_CODE))
    return undefined;
  return error.message || undefined;
}

/**
 * Creates the error for a loader to throw when the whole page can't be loaded. Other errors' messages wouldn't reach
 * the user.
 */
export const toPageError = (error: unknown) =>
  data({ sentence: findErrorMessage(error), reference: findErrorReference(error) }, { status: 503 });

/** Returns the id of the failed request, if it's known. */
const findErrorReference = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.reference : undefined;

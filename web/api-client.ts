import { hc } from 'hono/client';
import { createContext, data, type RouterContextProvider } from 'react-router';
import { paths } from '../content/paths.ts';
import type { ApiType } from '../server/app.ts';
import { whenActivated } from './when-visible.ts';

export type ApiFetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;
export type Api = ReturnType<typeof hc<ApiType>>;

/** How loaders on the server reach the API: the app itself, without the network. */
export const apiFetchContext = createContext<ApiFetch>();

/** The typed API for a loader that runs on the server. */
export function serverApi(context: Readonly<RouterContextProvider>): Api {
  return hc<ApiType>('http://server.internal', { fetch: context.get(apiFetchContext) });
}

/** The typed API for the browser; signed-in people's requests carry their bearer token. */
export function browserApi(): Api {
  return hc<ApiType>(window.location.origin, { fetch: fetchWithToken });
}

const isRead = (method = 'GET') => method === 'GET' || method === 'HEAD';

/** Whether the server has known the person since this page was opened. */
let hasBeenAuthenticated = false;

/** Like `fetch`, as the person who is signed in here. */
export async function fetchWithToken(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  // A page that is prerendered may never be seen: it reads, and writes once a person opens it.
  if (!isRead(init?.method)) await whenActivated();
  // Loaded when first needed: visitors of public pages do not pay for the account client.
  const { getAccessToken, forgetSession } = await import('./auth-session.ts');
  const token = await getAccessToken();
  const headers = new Headers(init?.headers);
  if (token) headers.set('Authorization', `Bearer ${token}`);
  let answer = await fetch(input, { ...init, headers });
  // Ended from another device. A page that stands asks to sign in again, and goes on; one that opens leads there itself.
  if (token && answer.status === 401) {
    const again = hasBeenAuthenticated ? await (await import('./ended-session.ts')).signInAgain(token) : undefined;
    if (!again) {
      await forgetSession();
      return answer;
    }
    headers.set('Authorization', `Bearer ${again}`);
    answer = await fetch(input, { ...init, headers });
  }
  if (token && answer.ok) hasBeenAuthenticated = true;
  if (token && answer.status === 403) await redirectIfDeletionPending(answer.clone());
  return answer;
}

/** Whoever is about to leave may only undo it: whatever page they are on, the one that says so is where they go. */
async function redirectIfDeletionPending(refusal: Response): Promise<void> {
  // What that page asks for in vain, its live news say, must not load it again and again.
  if (window.location.pathname === paths.leaving) return;
  const error = parseRefusal(await refusal.json().catch(() => undefined));
  if (error?.code === 'leaving') window.location.replace(paths.leaving);
}

/** An error whose message was written for people. The messages of all other errors stay out of pages. */
export class UserFacingError extends Error {}

/** A refusal of the API, as the sentence it carries. */
export class ApiError extends UserFacingError {
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;
  constructor(status: number, code: string, message: string, field?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = field;
  }
}

type Answer = { ok: boolean; status: number; json: () => Promise<unknown> };
/** The bodies of the good answers of an operation. */
export type SuccessfulResponse<R> = R extends { json: () => Promise<infer T> } ? Exclude<T, ErrorResponse> : never;
/** What a refusal looks like; a good answer may well have a field `error` of another kind, such as a failed run's. */
type ErrorResponse = { error: { code: string; message: string; field?: string | undefined } };

/** What a body says no with: our own shape, or the flat one of the storage protocol. */
function parseRefusal(body: unknown): ErrorResponse['error'] | undefined {
  const { error, message = UNREACHABLE_MESSAGE } = (body ?? {}) as { error?: unknown; message?: string };
  return typeof error === 'string' ? { code: error, message } : (error as ErrorResponse['error'] | undefined);
}

/** The code of a failure that brought no sentence: a proxy's page, or nothing at all. */
const UNKNOWN_CODE = 'unknown';
const UNREACHABLE_MESSAGE = 'The server cannot be reached. Please check your connection and try again.';

/**
 * Takes the body of a good answer.
 * @throws ApiError with the server's sentence otherwise, or one about the connection when there was no answer
 */
export async function unwrap<R extends Answer>(pending: Promise<R>): Promise<SuccessfulResponse<R>> {
  const answer = await unwrapResponse(pending);
  return (await answer.json().catch(() => undefined)) as SuccessfulResponse<R>;
}

/** A good answer, whatever it brings. @throws ApiError as `unwrap` does */
export async function unwrapResponse<R extends Answer>(pending: Promise<R>): Promise<R> {
  let answer: R;
  try {
    answer = await pending;
  } catch {
    throw new ApiError(0, 'unreachable', UNREACHABLE_MESSAGE);
  }
  if (answer.ok) return answer;
  const error = parseRefusal(await answer.json().catch(() => undefined));
  throw new ApiError(answer.status, error?.code ?? UNKNOWN_CODE, error?.message ?? UNREACHABLE_MESSAGE, error?.field);
}

/** What to say about a failure: the sentence that came with it, or `otherwise` when it came without one. */
export function toErrorMessage(error: unknown, otherwise: string): string {
  if (error instanceof ApiError && error.code === UNKNOWN_CODE) return otherwise;
  return (error instanceof UserFacingError && error.message) || otherwise;
}

/**
 * What a loader throws when the whole page could not be loaded, so that the page says why and what to do: an error of
 * another kind would reach nobody with its sentence.
 */
export const toPageError = (error: unknown) =>
  data({ sentence: toErrorMessage(error, "We couldn't load this page. Try again in a few seconds.") }, { status: 503 });

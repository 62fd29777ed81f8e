import { renderToReadableStream } from 'react-dom/server.edge';
import { createContext, type EntryContext, RouterContextProvider, ServerRouter } from 'react-router';
import { type ApiFetch, apiFetchContext } from './api-client.ts';
import { firstScript } from './first-script.ts';

/** Context for a random nonce that marks the inline scripts we render ourselves. */
const markContext = createContext<string>();

/** Inline scripts without a nonce, because they're the same on every page. */
export const constantScripts: readonly string[] = [firstScript];

/**
 * Renders a page to complete HTML instead of streaming it. Pages don't depend on the viewer, so the server and any
 * cache in front of it can cache the result.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loads: RouterContextProvider,
) {
  let outcome = status;
  const nonce = loads.get(markContext);
  const stream = await renderToReadableStream(<ServerRouter context={context} url={request.url} nonce={nonce} />, {
    nonce,
    signal: request.signal,
    onError: () => {
      outcome = 500;
    },
  });
  await stream.allReady;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(stream, { status: outcome, headers });
}

/**
 * Creates a request's loader context, through which loaders call the API without the network.
 * @param mark nonce for the inline scripts of this rendering
 */
export function loaderContext(fetch: ApiFetch, mark: string): RouterContextProvider {
  const provider = new RouterContextProvider();
  provider.set(apiFetchContext, fetch);
  provider.set(markContext, mark);
  return provider;
}

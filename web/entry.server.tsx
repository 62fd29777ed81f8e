import { renderToReadableStream } from 'react-dom/server.edge';
import { createContext, type EntryContext, RouterContextProvider, ServerRouter } from 'react-router';
import { type ApiFetch, apiFetchContext } from './api-client.ts';
import { firstScript } from './first-script.ts';

/** Random for each rendering: tells scripts of ours from what may have got into a page. */
const markContext = createContext<string>();

/** Inline scripts of ours that carry no mark, because they are the same on every page. */
export const constantScripts: readonly string[] = [firstScript];

/**
 * Renders a page to its whole HTML. Pages never depend on who is looking, so the result is kept by the server and may
 * be kept by any cache in front of it; that is worth more than the first byte of a stream.
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
 * What loaders find in their context: the API, reached without the network. The server calls this for each request.
 * @param mark random, for the inline scripts of this rendering
 */
export function loaderContext(fetch: ApiFetch, mark: string): RouterContextProvider {
  const provider = new RouterContextProvider();
  provider.set(apiFetchContext, fetch);
  provider.set(markContext, mark);
  return provider;
}

import { renderToReadableStream } from 'react-dom/server.edge';
import { createContext, type EntryContext, RouterContextProvider, ServerRouter } from 'react-router';
import { type ApiFetch, apiFetchContext } from './api-client.ts';
import { firstScript } from './first-script.ts';

/** Random per rendering: tells our scripts from anything injected into a page. */
const markContext = createContext<string>();

/** Our inline scripts without a nonce, because they're the same on every page. */
export const constantScripts: readonly string[] = [firstScript];

/**
 * Renders a page to complete HTML. Pages never depend on the viewer, so the server and any cache in front of it may
 * cache the result. That's worth more than an early first byte from streaming.
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
 * Creates the context of loaders: the API, reached without the network. The server calls this for each request.
 * @param mark random value, for the inline scripts of this rendering
 */
export function loaderContext(fetch: ApiFetch, mark: string): RouterContextProvider {
  const provider = new RouterContextProvider();
  provider.set(apiFetchContext, fetch);
  provider.set(markContext, mark);
  return provider;
}

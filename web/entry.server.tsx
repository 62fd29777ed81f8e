import { renderToReadableStream } from 'react-dom/server.edge';
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router';
import { type ApiFetch, apiFetchContext } from './api-client.ts';

/**
 * Renders a page to its whole HTML. Pages never depend on who is looking, so the result is kept by the server and may
 * be kept by any cache in front of it; that is worth more than the first byte of a stream.
 */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  let outcome = status;
  const stream = await renderToReadableStream(<ServerRouter context={context} url={request.url} />, {
    signal: request.signal,
    onError: () => {
      outcome = 500;
    },
  });
  await stream.allReady;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(stream, { status: outcome, headers });
}

/** What loaders find in their context: the API, reached without the network. The server calls this for each request. */
export function loaderContext(fetch: ApiFetch): RouterContextProvider {
  const provider = new RouterContextProvider();
  provider.set(apiFetchContext, fetch);
  return provider;
}

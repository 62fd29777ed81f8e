import { renderToReadableStream } from 'react-dom/server.edge';
import { createContext, type EntryContext, RouterContextProvider, ServerRouter } from 'react-router';
import { runForReader } from '../messages/reader-storage.ts';
import type { Translator } from '../messages/translator.ts';
import { TranslatorProvider } from '../messages/use-translator.tsx';
import { type ApiFetch, apiFetchContext } from './api-client.ts';
import { createFirstScript } from './first-script.ts';

/** Context for a random nonce that marks the inline scripts we render ourselves. */
const markContext = createContext<string>();
const translatorContext = createContext<Translator>();

/** Inline scripts without a nonce, because they're the same on every page. */
export const constantScripts: readonly string[] = [createFirstScript()];

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
  const page = (
    <TranslatorProvider value={loads.get(translatorContext)}>
      <ServerRouter context={context} url={request.url} nonce={nonce} />
    </TranslatorProvider>
  );
  const stream = await renderToReadableStream(page, {
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

type PageRequest = {
  /** Calls the API without the network. */
  fetch: ApiFetch;
  /** Nonce for the inline scripts of this rendering. */
  mark: string;
  translator: Translator;
};

/** Loads and renders a page for a reader: both loaders and components translate into the reader's language. */
export function renderForReader(
  { fetch, mark, translator }: PageRequest,
  render: (loads: RouterContextProvider) => Promise<Response>,
): Promise<Response> {
  const loads = new RouterContextProvider();
  loads.set(apiFetchContext, fetch);
  loads.set(markContext, mark);
  loads.set(translatorContext, translator);
  return runForReader(translator, () => render(loads));
}

import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };

/** What a component writes as a page, first paint, without a browser; `loaderData` is what its loader found. */
export function renderHtml(element: ReactElement, { loaderData = null as unknown, path = '/' } = {}): string {
  const routes = [{ id: 'page', path: '*', loader: () => loaderData, element }];
  const router = createMemoryRouter(routes, {
    initialEntries: [path],
    hydrationData: { loaderData: { page: loaderData } },
  });
  return renderToStaticMarkup(createElement(RouterProvider, { router }));
}

/** The words of it, as people read them one after the other. */
export function renderText(element: ReactElement, page: Parameters<typeof renderHtml>[1] = {}): string {
  return renderHtml(element, page)
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity]!)
    .replace(/\s+/g, ' ')
    .trim();
}

type Answer = { status?: number; body?: unknown };

/**
 * Lets browser code ask the API in a test: every request is answered by `answer`.
 * @returns the addresses that were asked, in order
 */
export function answerBrowser(answer: (path: string, init: RequestInit) => Answer): string[] {
  const asked: string[] = [];
  Object.assign(globalThis, {
    window: { location: { origin: 'http://localhost' } },
    fetch: async (input: RequestInfo | URL, init: RequestInit = {}) => {
      const path = new URL(String(input)).pathname;
      asked.push(path);
      const { status = 200, body = {} } = answer(path, init);
      return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
    },
  });
  return asked;
}

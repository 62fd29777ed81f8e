import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };

/** Renders a component as the first paint of a page; `loaderData` is its loader's data. */
export function renderHtml(element: ReactElement, { loaderData = null as unknown, path = '/' } = {}): string {
  const routes = [{ id: 'page', path: '*', loader: () => loaderData, element }];
  const router = createMemoryRouter(routes, {
    initialEntries: [path],
    hydrationData: { loaderData: { page: loaderData } },
  });
  return renderToStaticMarkup(createElement(RouterProvider, { router }));
}

/** Renders a component as text, in reading order. */
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
 * Mocks the API for browser code in a test: `respond` handles every request.
 * @returns the requested paths, in order
 */
export function mockBrowserApi(respond: (path: string, init: RequestInit) => Answer): string[] {
  const requestedUrls: string[] = [];
  Object.assign(globalThis, {
    window: { location: { origin: 'http://localhost' } },
    fetch: async (input: RequestInfo | URL, init: RequestInit = {}) => {
      const path = new URL(String(input)).pathname;
      requestedUrls.push(path);
      const { status = 200, body = {} } = respond(path, init);
      return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
    },
  });
  return requestedUrls;
}

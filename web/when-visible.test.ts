import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchWithToken } from './api-client.ts';
import { waitUntilVisible } from './when-visible.ts';

vi.mock('./auth-session.ts', () => ({ getAccessToken: async () => undefined, forgetSession: async () => {} }));

const settled = () => new Promise((done) => setImmediate(done));
let page: EventTarget & { visibilityState: string; prerendering: boolean };
const show = (state: { visibilityState?: string; prerendering?: boolean }, event: string) => {
  Object.assign(page, state);
  page.dispatchEvent(new Event(event));
};

beforeEach(() => {
  page = Object.assign(new EventTarget(), { visibilityState: 'visible', prerendering: false });
  vi.stubGlobal('document', page);
});
afterEach(() => vi.unstubAllGlobals());

describe('waitUntilVisible', () => {
  const wait = (signal?: AbortSignal) => {
    const acted = vi.fn();
    void waitUntilVisible(signal).then(acted);
    return acted;
  };

  it('resolves at once on a visible page', async () => {
    const acted = wait();
    await settled();
    expect(acted).toHaveBeenCalledOnce();
  });

  it("waits in a hidden tab until it's shown", async () => {
    page.visibilityState = 'hidden';
    const acted = wait();
    show({}, 'visibilitychange');
    await settled();
    expect(acted).not.toHaveBeenCalled();
    show({ visibilityState: 'visible' }, 'visibilitychange');
    show({}, 'visibilitychange');
    await settled();
    expect(acted).toHaveBeenCalledOnce();
  });

  it("waits on a prerendered page until it's opened, even if the browser calls it visible", async () => {
    page.prerendering = true;
    const acted = wait();
    await settled();
    expect(acted).not.toHaveBeenCalled();
    show({ prerendering: false }, 'prerenderingchange');
    await settled();
    expect(acted).toHaveBeenCalledOnce();
  });

  it('never resolves once the page has been left', async () => {
    page.visibilityState = 'hidden';
    const left = new AbortController();
    const acted = wait(left.signal);
    left.abort();
    show({ visibilityState: 'visible' }, 'visibilitychange');
    await settled();
    expect(acted).not.toHaveBeenCalled();
  });
});

describe('a request of a prerendered page', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])("waits until a person opens the page when it's a %s", async (method) => {
    const sent = vi.fn(async () => new Response());
    vi.stubGlobal('fetch', sent);
    page.prerendering = true;
    const answer = fetchWithToken('http://site.test/api/anything', { method });
    await settled();
    expect(sent).not.toHaveBeenCalled();
    show({ prerendering: false }, 'prerenderingchange');
    await answer;
    expect(sent).toHaveBeenCalledOnce();
  });

  it.each(['GET', undefined])('starts at once when it only reads (%s)', async (method) => {
    const sent = vi.fn(async () => new Response());
    vi.stubGlobal('fetch', sent);
    page.prerendering = true;
    await fetchWithToken('http://site.test/api/anything', method ? { method } : {});
    expect(sent).toHaveBeenCalledOnce();
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchWithToken } from './api-client.ts';
import { waitUntilVisible } from './when-visible.ts';

vi.mock('./auth-session.ts', () => ({ getAccessToken: async () => undefined, forgetSession: async () => {} }));

const waitForTasks = () => new Promise((done) => setImmediate(done));
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
    const onVisible = vi.fn();
    void waitUntilVisible(signal).then(onVisible);
    return onVisible;
  };

  it('resolves at once on a visible page', async () => {
    const onVisible = wait();
    await waitForTasks();
    expect(onVisible).toHaveBeenCalledOnce();
  });

  it("waits in a hidden tab until it's shown", async () => {
    page.visibilityState = 'hidden';
    const onVisible = wait();
    show({}, 'visibilitychange');
    await waitForTasks();
    expect(onVisible).not.toHaveBeenCalled();
    show({ visibilityState: 'visible' }, 'visibilitychange');
    show({}, 'visibilitychange');
    await waitForTasks();
    expect(onVisible).toHaveBeenCalledOnce();
  });

  it("waits on a prerendered page until it's opened, even if the browser calls it visible", async () => {
    page.prerendering = true;
    const onVisible = wait();
    await waitForTasks();
    expect(onVisible).not.toHaveBeenCalled();
    show({ prerendering: false }, 'prerenderingchange');
    await waitForTasks();
    expect(onVisible).toHaveBeenCalledOnce();
  });

  it('never resolves once the page has been left', async () => {
    page.visibilityState = 'hidden';
    const pageLeft = new AbortController();
    const onVisible = wait(pageLeft.signal);
    pageLeft.abort();
    show({ visibilityState: 'visible' }, 'visibilitychange');
    await waitForTasks();
    expect(onVisible).not.toHaveBeenCalled();
  });
});

describe('a request of a prerendered page', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])("waits until a person opens the page when it's a %s", async (method) => {
    const fetchMock = vi.fn(async () => new Response());
    vi.stubGlobal('fetch', fetchMock);
    page.prerendering = true;
    const response = fetchWithToken('http://site.test/api/anything', { method });
    await waitForTasks();
    expect(fetchMock).not.toHaveBeenCalled();
    show({ prerendering: false }, 'prerenderingchange');
    await response;
    expect(fetchMock).toHaveBeenCalledOnce();
  });

  it.each(['GET', undefined])('starts at once when it only reads (%s)', async (method) => {
    const fetchMock = vi.fn(async () => new Response());
    vi.stubGlobal('fetch', fetchMock);
    page.prerendering = true;
    await fetchWithToken('http://site.test/api/anything', method ? { method } : {});
    expect(fetchMock).toHaveBeenCalledOnce();
  });
});

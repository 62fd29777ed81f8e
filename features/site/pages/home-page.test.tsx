import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub, RouterContextProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { apiFetchContext } from '../../../web/api-client.ts';
import type { SiteActivity } from '../site-activity.schema.ts';
import Home, { loader } from './home.tsx';

/** Returns the page's HTML for a mocked API response. */
async function render(respond: () => Response) {
  const context = new RouterContextProvider();
  context.set(apiFetchContext, async () => respond());
  const data = await loader({ context } as unknown as Parameters<typeof loader>[0]);
  const Stub = createRoutesStub([{ id: 'home', path: '/', Component: Home }]);
  return renderToStaticMarkup(<Stub initialEntries={['/']} hydrationData={{ loaderData: { home: data } }} />);
}
const renderWith = (activity: SiteActivity) => render(() => Response.json(activity));

describe('the home page', () => {
  it('says what the site is for, then shows the specified hero text', async () => {
    const html = await renderWith({ squads: null, wait_seconds: null });
    expect(html).toMatch(/<h1[^>]*>Find four teammates for your basketball game<\/h1><p[^>]*>The family portal/);
    expect(html).toContain('AI-powered');
  });

  it('shows an example match with the reader and four others, and its score', async () => {
    const html = await renderWith({ squads: null, wait_seconds: null });
    const court = html.slice(html.indexOf('aria-label="Example match'), html.indexOf('</ul>'));
    expect(court.match(/<li class="spot"/g)).toHaveLength(5);
    expect(court.match(/data-state="you"/g)).toHaveLength(1);
    expect(html).toContain('>Example match: 94 of 100<');
    expect(html).toContain('94');
  });

  it.each([
    [{ day: 3, week: 9 }, '3 squads formed in the last 24 hours'],
    [{ day: 1, week: 9 }, '1 squad formed in the last 24 hours'],
    [{ day: 0, week: 9 }, '9 squads formed in the last 7 days'],
    [{ day: 0, week: 0 }, 'Start the first squad this week'],
  ])('shows how many squads formed recently: %j', async (squads, text) => {
    expect(await renderWith({ squads, wait_seconds: null })).toContain(text);
  });

  it.each([
    [60, 'most wait under 1 minute<'],
    [61, 'most wait under 2 minutes<'],
    [1_800, 'most wait under 30 minutes<'],
  ])('rounds a wait of %i seconds up', async (wait_seconds, text) => {
    expect(await renderWith({ squads: null, wait_seconds })).toContain(text);
  });

  it.each([
    ['nothing is known', () => Response.json({ squads: null, wait_seconds: null })],
    ['the wait is long', () => Response.json({ squads: null, wait_seconds: 1_801 })],
    ['the API fails', () => Response.json({ error: { code: 'internal', message: 'no' } }, { status: 500 })],
    [
      'the API is out of reach',
      () => {
        throw new TypeError('no connection');
      },
    ],
  ])('shows no activity when %s', async (_what, respond) => {
    const html = await render(respond);
    expect(html).toContain('Find four teammates');
    expect(html).not.toContain('hero-proof');
  });
});

import type { ServerBuild } from 'react-router';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCALES } from '../messages/locales.ts';
import { createPages, type Pages } from './pages.ts';
import { openTestContext, type TestContext } from './test-deps.ts';

let context: TestContext;
let pages: Pages;

beforeAll(async () => {
  context = await openTestContext({ LANGUAGES: LOCALES.join(',') });
  const build = (await import(new URL('../build/server/index.js', import.meta.url).href)) as ServerBuild;
  pages = createPages(build, context.app, context.deps);
});
afterAll(() => context.close());

async function open(path: string, headers: Record<string, string> = {}) {
  const response = await pages(new Request(`http://localhost${path}`, { headers }));
  return { status: response.status, headers: response.headers, html: await response.text() };
}
const findLanguage = (html: string) => html.match(/<html lang="([^"]+)"/)?.[1];
const listScripts = (html: string) => html.match(/\/assets\/[\w./-]+\.js/g) ?? [];

describe('page in several languages', () => {
  it("renders the language in the address, regardless of the reader's preference", async () => {
    const { html, headers } = await open('/fr/faq', { Cookie: 'language=de', 'Accept-Language': 'es' });
    expect(findLanguage(html)).toBe('fr');
    expect(headers.get('Content-Language')).toBe('fr');
    expect(headers.get('Vary')).toBe('Accept-Encoding');
    expect(html).toContain('href="/fr/protocol"');
  });

  it('has an English address, whose canonical address has no language', async () => {
    const { html } = await open('/en/legal', { Cookie: 'language=de' });
    expect(findLanguage(html)).toBe('en');
    expect(html).toContain('<link rel="canonical" href="http://localhost:3000/legal"/>');
  });

  it("uses the reader's language when the address has none", async () => {
    expect(findLanguage((await open('/dashboard', { Cookie: 'language=de' })).html)).toBe('de');
    const { html, headers } = await open('/faq', { 'Accept-Language': 'pt-BR,pt;q=0.9' });
    expect(findLanguage(html)).toBe('pt-BR');
    expect(headers.get('Vary')).toBe('Accept-Encoding, Accept-Language, Cookie');
    expect(headers.get('CDN-Cache-Control')).toBe('no-store');
    expect(findLanguage((await open('/faq')).html)).toBe('en');
  });

  it("never serves one reader's language to another", async () => {
    for (const locale of [...LOCALES, ...LOCALES]) {
      const { html } = await open('/help-support', { Cookie: `language=${locale}` });
      expect(findLanguage(html)).toBe(locale);
    }
  });

  it('loads only the scripts of its language', async () => {
    const english = listScripts((await open('/plans')).html);
    const french = listScripts((await open('/fr/plans')).html);
    expect(english.length).toBeGreaterThan(5);
    expect(english.filter((path) => path.split('/').length > 3)).toEqual([]);
    expect(french.filter((path) => !/^\/assets\/fr[0-9a-f]{5}\//.test(path))).toEqual([]);
  });

  it('lists its addresses in all languages, with its own as the canonical one', async () => {
    const { html } = await open('/de/plans');
    expect(html).toContain('<link rel="canonical" href="http://localhost:3000/de/plans"/>');
    for (const path of ['/plans', '/es/plans', '/pt/plans', '/fr/plans', '/de/plans'])
      expect(html).toContain(`href="http://localhost:3000${path}"`);
    expect(html).toContain('hrefLang="x-default"');
  });

  it('responds to the data and manifest requests of the router', async () => {
    for (const path of ['/fr.data', '/fr/_.data', '/fr/faq.data'])
      expect({ path, status: (await open(path)).status }).toEqual({ path, status: 200 });
  });

  it("returns 404 for a language that isn't offered", async () => {
    const twoLanguageContext = await openTestContext({ LANGUAGES: 'en,de' });
    const build = (await import(new URL('../build/server/index.js', import.meta.url).href)) as ServerBuild;
    const response = await createPages(
      build,
      twoLanguageContext.app,
      twoLanguageContext.deps,
    )(new Request('http://localhost/fr/plans'));
    expect(response.status).toBe(404);
    await twoLanguageContext.close();
  });
});

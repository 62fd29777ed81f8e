import { expect, test } from '@playwright/test';
import { publicRoutes } from '../content/route-table.ts';
import { LOCALES, SOURCE_LOCALE, toLocalizedPath } from '../messages/locales.ts';
import { expectAccessible } from './axe.ts';
import { measureScriptKilobytes } from './page-ready.ts';

/** Pages to check. Other features have their own specs. */
const PAGES = [
  '/',
  '/protocol',
  '/protocol/faq',
  '/faq',
  '/help-support',
  '/community',
  '/about',
  '/team',
  '/partners',
  '/press-kit',
  '/changelog',
  '/legal',
  '/whitepaper',
  '/tournament-of-power',
  '/tournament-of-power/chatgpt-vs-claude',
  '/command-center',
] as const;

for (const path of PAGES) {
  test(`loads ${path} without errors or third-party requests and passes axe`, async ({ page, baseURL }) => {
    const otherRequests: string[] = [];
    const errors: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(baseURL!) && !/^(data|blob):/.test(request.url()))
        otherRequests.push(request.url());
    });
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto(path, { waitUntil: 'networkidle' });
    await expectAccessible(page);
    expect(otherRequests).toEqual([]);
    expect(errors).toEqual([]);
  });
}

/** Groups URLs that differ only in the player or item, because checking a few of each kind is enough. */
const getKind = (path: string) =>
  path
    .replace(/^(\/protocol\/profile|\/protocol\/lfg|\/coaches|\/tournament-of-power)\/.+/, '$1/…')
    .replace(/\?.*/, '?…');
const MAX_OF_A_KIND = 3;

test('resolves every internal link, image and anchor of the public pages', async ({ request, baseURL }, {
  project,
}) => {
  test.skip(project.name === 'phone', 'links do not depend on the width');
  test.slow();
  const from = new Map<string, string>();
  const pages = new Map<string, string>();
  const kinds = new Map<string, number>();
  const getHtml = async (path: string) => {
    if (!pages.has(path)) {
      const response = await request.get(path);
      expect(response.status(), `${path}, linked from ${from.get(path)}`).toBeLessThan(400);
      const isPage = response.headers()['content-type']?.startsWith('text/html') && !path.startsWith('/sandbox');
      pages.set(path, isPage ? (await response.text()).replace(/<script[\s\S]*?<\/script>/g, '') : '');
    }
    return pages.get(path)!;
  };
  const deadLinks: string[] = [];
  const pagePaths: string[] = [...PAGES, ...publicRoutes, '/protocol/auth'];
  for (const target of pagePaths) {
    const { pathname, search, hash } = new URL(target, baseURL);
    const path = pathname + search;
    if (!pages.has(path)) {
      const kind = getKind(path);
      const seenCount = kinds.get(kind) ?? 0;
      if (kind !== path && seenCount >= MAX_OF_A_KIND) continue;
      kinds.set(kind, seenCount + 1);
      const html = await getHtml(path);
      for (const [, href] of html.matchAll(/<(?:a|link|img|source)[^>]* (?:href|src)="([^"]+)"/g)) {
        const url = new URL(href!.replaceAll('&amp;', '&'), baseURL + path);
        const next = url.pathname + url.search + url.hash;
        if (url.origin !== baseURL || from.has(next)) continue;
        from.set(next, path);
        pagePaths.push(next);
      }
    }
    const anchor = decodeURIComponent(hash.slice(1));
    if (anchor && !pages.get(path)!.includes(` id="${anchor}"`))
      deadLinks.push(`${target}, linked from ${from.get(target)}`);
  }
  expect(deadLinks).toEqual([]);
  expect(from.size).toBeGreaterThan(150);
  for (const kind of ['/protocol/profile/…', '/coaches/…', '/tournament-of-power/…'])
    expect(kinds.has(kind)).toBe(true);
});

test('gives every page its own title, description, canonical URL and image', async ({ page, baseURL }, { project }) => {
  test.skip(project.name === 'phone', 'heads do not depend on the width');
  const pictures = new Set<string>();
  for (const path of PAGES) {
    await page.goto(path);
    await expect(page).toHaveTitle(/Planet Crew/);
    expect((await page.locator('meta[name=description]').getAttribute('content'))!.length).toBeGreaterThan(40);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', baseURL + path);
    const picture = (await page.locator('meta[property="og:image"]').getAttribute('content'))!;
    const response = await page.request.get(picture);
    expect(response.headers()['content-type'], picture).toBe('image/png');
    pictures.add(picture);
  }
  expect(pictures.size).toBe(PAGES.length);
});

test('serves a cached page with identical headers and body and responds with 304 to a matching ETag', async ({
  request,
}) => {
  const address = `/faq?${crypto.randomUUID()}`;
  const [first, second] = [await request.get(address), await request.get(address)];
  const getHeaders = ({ date, ...others }: Record<string, string>) => ({ ...others, date: Boolean(date) });
  expect(getHeaders(second.headers())).toEqual(getHeaders(first.headers()));
  expect(await second.text()).toBe(await first.text());
  expect(first.headers()).toMatchObject({ 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff' });
  const secondResponse = await request.get(address, { headers: { 'If-None-Match': first.headers().etag! } });
  expect(secondResponse.status()).toBe(304);
});

test('lists public pages in robots.txt and the sitemap and excludes private ones', async ({ request, baseURL }) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  const sitemap = await (await request.get('/sitemap.xml')).text();
  // Looking for group requires sign-in, so there's nothing for search engines to read.
  for (const path of publicRoutes.filter((one) => one !== '/protocol/lfg'))
    expect(sitemap).toContain(`<loc>${baseURL}${path}</loc>`);
  expect(sitemap).not.toContain(`${baseURL}/protocol/lfg<`);
  expect(sitemap).not.toContain('/protocol/account');
  const manifest = await (await request.get('/manifest.webmanifest')).json();
  for (const { src } of manifest.icons) expect((await request.get(src)).status()).toBe(200);
});

test('preloads exactly the fonts that the styles use, each only once', async ({ page }, { project }) => {
  test.skip(project.name === 'phone', 'the fonts do not depend on the width');
  const requestedUrls: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') requestedUrls.push(new URL(request.url()).pathname);
  });
  await page.goto('/');
  await page.evaluate(() => document.fonts.ready);
  const preloadedFonts = await page
    .locator('link[rel=preload][as=font]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(requestedUrls.toSorted()).toEqual(preloadedFonts.toSorted());
});

/**
 * Number of the heaviest pages to measure in every language. All other pages are so much lighter that no language can
 * push them over the limit.
 */
const HEAVY_PAGES = 4;

test('loads at most 130 KB of script initially on every page', async ({ browser, baseURL }, { project }) => {
  test.skip(project.name === 'phone', 'the weight does not depend on the width');
  test.slow();
  const profile = await (await fetch(`${baseURL}/sitemap.xml`))
    .text()
    .then((map) => map.match(/\/protocol\/profile\/[^<]+/)![0]);
  const pages = [...PAGES, ...publicRoutes, '/protocol/auth', profile];
  const weights = new Map<string, number>();
  for (const path of new Set(pages)) {
    const kilobytes = await measureScriptKilobytes(browser, baseURL!, path, async (page) => {
      // Looking for group requires sign-in, so visitors load its first chunk and then the whole sign-in page.
      if (path === '/protocol/lfg')
        await expect(page.getByRole('button', { name: 'Continue with Twitch' })).toBeEnabled();
    });
    expect(kilobytes, path).toBeGreaterThan(50);
    weights.set(path, kilobytes);
  }
  const heaviest = [...weights].sort(([, one], [, other]) => other - one).slice(0, HEAVY_PAGES);
  for (const locale of LOCALES.filter((one) => one !== SOURCE_LOCALE))
    for (const [path] of heaviest) {
      const localized = toLocalizedPath(locale, path);
      weights.set(localized, await measureScriptKilobytes(browser, baseURL!, localized));
    }
  expect([...weights].filter(([, kilobytes]) => kilobytes > 130)).toEqual([]);
});

test('replays a click made before the script loads', async ({ page }) => {
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await arrival;
    await route.continue();
  });
  await page.goto('/');
  await page.locator('#story').getByRole('button', { name: 'Open the book' }).click();
  await expect(page.getByText('Page 1 of 4')).toBeHidden();
  arrive();
  await expect(page.getByText('Page 1 of 4')).toBeVisible();
});

test('keeps and submits form input made before the script loads', async ({ page }) => {
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await arrival;
    await route.continue();
  });
  await page.goto('/protocol/assembly-request');
  const lock = page.getByRole('checkbox', { name: 'Lock' });
  await lock.check();
  await page.getByRole('checkbox', { name: 'PF' }).check();
  await page.getByRole('checkbox', { name: 'PF' }).uncheck();
  await page.getByLabel('Region').selectOption('eu');
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expect(page).toHaveURL('/protocol/assembly-request');
  arrive();
  await expect(page.getByText('Please log in to submit a team assembly request.')).toBeVisible();
  await expect(lock).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'PF' })).not.toBeChecked();
  await expect(page.getByLabel('Region')).toHaveValue('eu');
  // The page's state is in sync too, so checking another box keeps the first one checked.
  await page.getByRole('checkbox', { name: 'SG' }).check();
  await expect(lock).toBeChecked();
});

test('opens the story book, turns its four pages and closes it', async ({ page }) => {
  await page.goto('/');
  const story = page.locator('#story');
  await story.getByRole('button', { name: 'Open the book' }).click();
  await expect(story.getByText('Page 1 of 4')).toBeVisible();
  await expect(story.getByRole('button', { name: 'Previous' })).toBeDisabled();
  for (const [number, title] of [
    [2, 'The Vision'],
    [3, 'The Ecosystem'],
    [4, 'Join Us'],
  ] as const) {
    await story.getByRole('button', { name: 'Next' }).click();
    await expect(story.getByText(`Page ${number} of 4`)).toBeVisible();
    await expect(story.getByRole('heading', { name: title })).toBeVisible();
  }
  await expect(story.getByRole('button', { name: 'Next' })).toBeDisabled();
  await expectAccessible(page);
  await story.getByRole('button', { name: 'Close the book' }).click();
  await expect(story.getByText('Page 4 of 4')).toBeHidden();
  await story.getByRole('button', { name: 'Open the book' }).click();
  await expect(story.getByText('Page 4 of 4')).toBeVisible();
});

for (const path of ['/faq', '/help-support', '/protocol/faq']) {
  test(`keeps one answer open at a time on ${path} and lets the reader close it`, async ({ page }) => {
    await page.goto(path);
    const open = page.locator('main details[open]');
    const questions = page.locator('main details summary');
    await questions.nth(0).click();
    await expect(open).toHaveCount(1);
    await questions.nth(2).click();
    await expect(open).toHaveCount(1);
    await expect(page.locator('main details').nth(2)).toHaveAttribute('open', '');
    await questions.nth(2).click();
    await expect(open).toHaveCount(0);
  });
}

test('highlights the current whitepaper section in the table of contents and scrolls to linked sections', async ({
  page,
  isMobile,
}) => {
  await page.goto('/whitepaper');
  const contents = page.locator('details.toc');
  await expect(contents).toHaveCSS('position', 'sticky');
  await expect(contents.locator('a[aria-current]')).toHaveText(/Who we are/);
  await contents.getByRole('link', { name: 'Roadmap' }).click();
  await expect(page).toHaveURL(/#roadmap$/);
  await expect(contents.locator('a[aria-current]')).toHaveText(/Roadmap/);
  const getTop = (id: string) =>
    page.locator(id).evaluate((section) => Math.round(section.getBoundingClientRect().top));
  if (isMobile) {
    // On phones, the open table of contents stays above the text, and links scroll to just below it.
    const isBelow = async () => {
      const box = (await contents.boundingBox())!;
      expect(box.height).toBeLessThan(page.viewportSize()!.height / 2);
      return (await getTop('#roadmap')) - Math.round(box.y + box.height);
    };
    await expect.poll(isBelow).toBe(16);
    // That's 12 px below the 48 px bar.
    expect(await getTop('details.toc')).toBe(60);
    await expect(contents.locator('a[aria-current]')).toBeInViewport();
  } else {
    await expect.poll(() => getTop('#roadmap')).toBe(100);
  }
  await page.evaluate(() => document.querySelector('#security')!.scrollIntoView());
  await expect(contents.locator('a[aria-current]')).toHaveText(/Security/);
  await contents.locator('summary').click();
  await expect(contents.getByRole('link', { name: 'Roadmap' })).toBeHidden();
});

test('opens the section of an anchor link from another page', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Read the roadmap' }).first().click();
  await expect(page).toHaveURL(/\/whitepaper#roadmap$/);
  await expect(page.locator('#roadmap')).toBeInViewport();
  await page.goto('/#partners');
  await expect(page.locator('#partners')).toBeInViewport();
});

test('scrolls smoothly unless the user prefers reduced motion', async ({ page }) => {
  await page.goto('/whitepaper');
  await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'auto');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'smooth');
});

test('syncs the legal tabs with the URL', async ({ page }) => {
  await page.goto('/legal#refunds');
  await expect(page.getByRole('tab', { name: 'Refund Policy' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('heading', { name: '7-Game Hire' })).toBeVisible();
  await page.getByRole('tab', { name: 'Privacy Policy' }).click();
  await expect(page).toHaveURL(/#privacy$/);
  await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible();
  await expectAccessible(page);
});

test("hides images that fail to load and shows a team member's initial instead", async ({ page }) => {
  await page.route('**/team/captain.svg', (route) => route.abort());
  await page.route('**/partner-marks/discord.svg', (route) => route.abort());
  await page.goto('/');
  const captain = page.locator('#team li').first();
  await captain.scrollIntoViewIfNeeded();
  await expect(captain.locator('.avatar img')).toHaveCount(0);
  await expect(captain.locator('.avatar')).toHaveText('C');
  const mark = page.locator('#partners .mark img[src*=discord]');
  await page.locator('#partners').scrollIntoViewIfNeeded();
  await expect(mark).toHaveCSS('visibility', 'hidden');
});

test.describe('command center', () => {
  test('requests nothing from the streaming platform until a stream is opened', async ({ page }) => {
    const requestedUrls: string[] = [];
    await page.route('https://player.twitch.tv/**', (route) => {
      requestedUrls.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<title>stream</title>' });
    });
    await page.goto('/command-center', { waitUntil: 'networkidle' });
    expect(requestedUrls).toEqual([]);
    await page.getByRole('button', { name: /Load the stream: Planet Crew Main Court/ }).click();
    await expect.poll(() => requestedUrls.length).toBe(1);
    expect(requestedUrls[0]).toContain('channel=planetcrewzone&parent=localhost');
  });

  test("counts down to 5 PM Eastern in the viewer's time zone", async ({ page }) => {
    await page.goto('/command-center');
    await expect(page.getByText(/5 PM Eastern\. That's \w+ 5:00 PM where you are\./)).toBeVisible();
    const seconds = page.locator('.countdown-part b').nth(2);
    const first = await seconds.textContent();
    await expect(seconds).not.toHaveText(first!);
    const calendar = await page.request.get('/api/streams/planet-crew-live.ics');
    expect(calendar.headers()['content-type']).toContain('text/calendar');
    expect(await calendar.text()).toContain('DTSTART;TZID=America/New_York:');
  });
});

import { expect, type Page, test } from '@playwright/test';

// Checks the specified text and numbers of the public pages word for word. Scripts are off because these pages must be
// readable without them.
test.use({ javaScriptEnabled: false });
test.skip(({ isMobile }) => isMobile, 'words do not depend on the width');

const main = (page: Page) => page.locator('main');
const expectTexts = (page: Page, ...texts: (string | RegExp)[]) =>
  Promise.all(texts.map((text) => expect(main(page).getByText(text).first()).toBeAttached()));

test('shows the home page sections in order', async ({ page }) => {
  await page.goto('/');
  const ids = await main(page)
    .locator('section[id]')
    .evaluateAll((all) => all.map((one) => one.id));
  expect(ids).toEqual(['hero', 'protocol', 'streams', 'deals', 'community', 'story', 'team', 'partners', 'join']);
  await expectTexts(
    page,
    'creator-first platform with AI-powered tools',
    'Watch Our Streamers Live',
    /after 5PM EST daily/,
  );
  await expectTexts(page, '$99', '$199', '7-Game Deals', 'Live Features', 'Metaverse Vision', 'Tournament of Power');
  await expect(page.getByRole('link', { name: 'Learn More' })).toHaveAttribute('href', '/protocol');
  await expect(main(page).getByRole('link', { name: 'See Deals' })).toHaveAttribute('href', '/protocol/deals');
  await expect(page.locator('#streams li')).toHaveCount(2);
  await expect(page.locator('#streams li a[target=_blank]')).toHaveCount(2);
  await expect(page.locator('#deals li')).toHaveCount(3);
  await expect(page.locator('#community').getByRole('link', { name: /Follow on X/ })).toHaveAttribute(
    'target',
    '_blank',
  );
  await expect(page.getByRole('heading', { name: 'Join the community' })).toBeVisible();
});

test('shows the four-page story with its titles without scripts', async ({ page }) => {
  await page.goto('/');
  for (const title of ['The Beginning', 'The Vision', 'The Ecosystem', 'Join Us'])
    await expect(page.locator('#story').getByRole('heading', { name: title })).toBeVisible();
});

test('includes a hidden block of planned routes and tables on the home page', async ({ page }) => {
  await page.goto('/');
  const block = page.locator('[data-planned-work]');
  await expect(block).toBeHidden();
  await expect(block.locator('[data-planned=routes] li')).toHaveText([
    'POST /api/team-build/request',
    'POST /api/stripe/webhook',
    'POST /api/alerts/availability',
  ]);
  for (const table of ['team_builds', 'team_build_players', 'bookings', 'alerts'])
    await expect(block.getByText(new RegExp(`^${table} \\(`))).toBeAttached();
});

const GROUPS = [
  ['Leadership', 2, 2],
  ['Core Team', 3, 3],
  ['Advisory Board', 3, 3],
  ['Brand Ambassadors', 8, 3],
] as const;

test('shows the team in its groups and columns', async ({ page }) => {
  await page.goto('/team');
  const team = page.locator('#team');
  await expect(team.getByRole('heading', { name: 'Planet Crew', exact: true })).toBeVisible();
  for (const [title, count, columns] of GROUPS) {
    const group = team.getByRole('region', { name: title });
    await expect(group.locator('.member')).toHaveCount(count);
    const tracks = await group
      .locator('.team-grid')
      .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length);
    expect(tracks).toBe(columns);
  }
  const icons = await team.locator('.member-social').evaluateAll((all) => all.map((list) => list.children.length));
  expect(Math.max(...icons)).toBeLessThanOrEqual(4);
  await expect(team.getByRole('heading', { name: 'Become a Brand Ambassador' })).toBeVisible();
  await expect(
    team.getByText(/Join our chat server and message the support channel, or send us a direct message/),
  ).toBeVisible();
});

test('shows the whole team on the home page as one strip that links to the team cards', async ({ page }) => {
  await page.goto('/');
  const team = page.locator('#team');
  await expect(team.getByRole('heading', { name: 'Planet Crew', exact: true })).toBeVisible();
  for (const [title, count] of GROUPS)
    await expect(team.getByRole('region', { name: title }).getByRole('listitem')).toHaveCount(count);
  expect((await team.boundingBox())!.height).toBeLessThan(450);
  await team.getByRole('link', { name: 'Meet the crew' }).click();
  await expect(page).toHaveURL(/\/team$/);
});

test('opens ten partner links in new tabs and hides their decorative copies from screen readers', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('#partners .mark[target=_blank]')).toHaveCount(10);
  await expect(page.locator('.marquee')).toHaveAttribute('aria-hidden', 'true');
  await page.goto('/partners');
  await expect(main(page).locator('.partner')).toHaveCount(10);
});

test('describes the Protocol with five features, a founder and two core partners', async ({ page }) => {
  await page.goto('/protocol');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find your 5. Build smarter. Rep faster.');
  await expect(main(page).getByRole('link', { name: 'Join Free' })).toHaveAttribute('href', '/protocol/auth');
  await expect(main(page).getByRole('link', { name: 'See Deals' })).toHaveAttribute('href', '/protocol/deals');
  await expect(main(page).locator('.feature')).toHaveCount(5);
  await expect(main(page).locator('.person').getByText('Founder', { exact: true })).toHaveCount(1);
  await expect(main(page).locator('.person').getByText('Core Partner')).toHaveCount(2);
  await expect(main(page).getByText(/\d+ active squad members/)).toBeVisible();
});

test('lists ten questions on /faq, six on /protocol/faq and four on /help-support', async ({ page }) => {
  for (const [path, count] of [
    ['/faq', 10],
    ['/protocol/faq', 6],
    ['/help-support', 4],
  ] as const) {
    await page.goto(path);
    await expect(main(page).locator('details')).toHaveCount(count);
  }
  await expectTexts(
    page,
    'Community on X',
    'Follow on X',
    'Voice chat server',
    'The chat server is voice-only with no text chat.',
  );
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText(/Home\s*Help & Support/);
  for (const question of [
    'What is Planet Crew?',
    'How do I get started?',
    'What is the community?',
    'How does voice chat work?',
  ])
    await expectTexts(page, question);
  await page.goto('/faq');
  await expectTexts(page, /7-day money-back guarantee/, /Monday.*Friday.*2pm.*10pm EST/i, /Upgrades are immediate/);
});

test('shows whitepaper version 3.0 of August 25, 2025, with 18 sections and the token figures', async ({ page }) => {
  await page.goto('/whitepaper');
  await expectTexts(page, 'Version 3.0', 'Updated August 25, 2025');
  await expect(main(page).locator('.paper-section')).toHaveCount(18);
  await expect(main(page).locator('.toc a')).toHaveText([
    /Who we are/,
    /Executive summary/,
    /problem/i,
    /solution/i,
    /token/i,
    /Matchmaking/,
    /Streamer hub/i,
    /Automation and AI agents/i,
    /Ecosystem extensions/i,
    /Market/,
    /Business model/i,
    /Technical architecture/i,
    /Security/,
    /Roadmap/,
    /Risks/,
    /Team/,
    /Legal/,
    /References/,
  ]);
  await expect(page.locator('details.toc')).toHaveAttribute('open', '');
  const figures = page.locator('[data-figure=token-allocation]');
  for (const [name, share, tokens] of [
    ['Liquidity pool', '74.45%', '744,500,000'],
    ['Dev wallet', '10%', '100,000,000'],
    ['Marketing and exchanges', '10%', '100,000,000'],
    ['Community airdrops', '5%', '50,000,000'],
    ['Burned', '0.5%', '5,000,000'],
  ] as const)
    await expect(figures.locator('li').filter({ hasText: name })).toHaveText(
      new RegExp(`${name}.*${share}.*${tokens}`),
    );
  await expectTexts(
    page,
    /1,000,000,000/,
    /995,000,000/,
    /69k/,
    'Dev wallet lock',
    'Liquidity-pool graduation',
    'Further 5M burn',
  );
  await expectTexts(page, '100,000+', '1,000,000+', /40% spiritual, 25% personality, 20% interests and 15% lifestyle/);
  const pending = page.locator('#token .statuses li').filter({ hasText: 'Pending' });
  await expect(pending).toHaveCount(3);
  await expect(page.locator('.roadmap-quarter')).toHaveText(['Q3 2025', 'Q4 2025', 'Q1 2026', 'Q2 2026', 'Q3 2026+']);
});

test('shows 50 warriors, 11 tiers and 16 categories in the tournament without scripts', async ({ page }) => {
  await page.goto('/tournament-of-power');
  const counts = page.locator('.cup-counts');
  for (const [value, label] of [
    ['50', 'AI Warriors'],
    ['11', 'Power Tiers'],
    ['16', 'Categories'],
  ] as const)
    await expect(counts.locator('div').filter({ hasText: label })).toHaveText(new RegExp(`${value}`));
  await expect(main(page).locator('.warrior')).toHaveCount(50);
  await expect(main(page).locator('.tier')).toHaveCount(11);
  await expect(page.getByPlaceholder('Search AI warriors, categories, or descriptions...')).toBeVisible();
  await expect(page.getByLabel('Tier', { exact: true }).locator('option')).toHaveCount(12);
  await expect(page.getByLabel('Category').locator('option')).toHaveCount(17);
  await expect(page.getByRole('region', { name: 'Statistics' })).toContainText('10.5K');
  await page.getByPlaceholder(/Search AI warriors/).fill('claude');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(main(page).locator('.warrior h3')).toHaveText(['Claude']);
});

test('includes the required content in legal texts, changelog and press kit', async ({ page }) => {
  await page.goto('/legal');
  await expect(page.getByRole('heading', { name: 'Terms of Service' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Refund Policy' })).toBeVisible();
  await expectTexts(
    page,
    /remaining games.*total games.*price/i,
    /within 48 hours/,
    /No refund after the session starts/,
    /24 hours notice/,
  );
  await page.goto('/changelog');
  await expect(main(page).locator('time')).toHaveText([
    'November 27, 2026',
    'November 25, 2026',
    'October 11, 2025',
    'September 15, 2025',
    'August 1, 2025',
  ]);
  await expect(main(page).locator('time').last()).toHaveAttribute('datetime', '2025-08-01');
  await page.goto('/press-kit');
  const files = main(page).locator('a[download]');
  await expect(files).toHaveCount(5);
  for (const href of await files.evaluateAll((all) => all.map((one) => one.getAttribute('href')!)))
    expect((await page.request.get(href)).status()).toBe(200);
  await page.goto('/community');
  await expectTexts(page, 'Featured Communities', /coming soon/i);
  await expect(main(page).getByRole('link', { name: /Command Center/ })).toHaveAttribute('href', '/command-center');
});

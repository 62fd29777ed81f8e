import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { Footer } from './footer.tsx';
import { createMemberScript, GREETING_KEY, SESSION_KEY } from './member-script.ts';
import { MobileMenu } from './mobile-menu.tsx';
import { type Account, hasProtocolNav, hrefToPath } from './navigation.ts';
import { NotFound } from './not-found-page.tsx';
import { PageFrame } from './page-frame.tsx';
import { PlayerBar } from './player-bar.tsx';
import { PlayerBarPreview } from './player-bar-preview.tsx';
import { createStripeScript, STRIPES } from './stripe-script.ts';

const social = {
  follow: 'https://social.test/follow',
  community: 'https://social.test/all',
  chat: 'https://chat.test/in',
};

const at = (path: string, node: React.ReactNode) =>
  renderToStaticMarkup(<MemoryRouter initialEntries={[path]}>{node}</MemoryRouter>);

const frame = (path: string, props: Partial<Parameters<typeof PageFrame>[0]> = {}) =>
  at(
    path,
    <PageFrame social={social} preview={<PlayerBarPreview />} {...props}>
      <h1>Page</h1>
    </PageFrame>,
  );

const linksIn = (html: string, from: string, to: string) =>
  [...html.slice(html.indexOf(from), html.indexOf(to, html.indexOf(from))).matchAll(/<a [^>]*href="([^"]+)"/g)].map(
    ([, href]) => href,
  );

describe('the header', () => {
  test('links to every main page and to sign-up', () => {
    const html = frame('/');
    expect(linksIn(html, 'header-nav', '</nav>')).toEqual([
      '/',
      '/protocol',
      '/protocol/deals',
      '/plans',
      '/coaches',
      '/tournament-of-power',
      '/whitepaper',
      '/help-support',
    ]);
    expect(linksIn(html, 'header-slot', '</div>')).toEqual(['/protocol/auth', '/protocol/auth']);
    expect(html).toMatch(/<a[^>]*>(<[^>]*>)*Sign in</);
    expect(html).toContain('Join the Portal');
  });

  test('marks only the current page', () => {
    const nav = (path: string) => frame(path).match(/<nav aria-label="Main" class="header-nav".*?<\/nav>/s)![0];
    expect(
      nav('/plans').match(/aria-current="page"[^>]*href="[^"]+"|href="[^"]+"[^>]*aria-current="page"/g),
    ).toHaveLength(1);
    expect(nav('/protocol/deals').match(/aria-current="page"/g)).toHaveLength(1);
  });

  test('includes both the visitor and the member view until the browser knows who is viewing', () => {
    const unknown = frame('/', { account: undefined });
    expect(unknown).toContain('Join the Portal');
    expect(linksIn(unknown, 'player-preview', '</nav>')).toEqual(linksIn(bar('/'), 'player-nav', '</nav>'));
    expect(frame('/', { account: null })).not.toContain('player-preview');
    expect(frame('/', { account: nova, member: <b>Theirs</b> })).not.toContain('player-preview');
  });

  test('shows the member content only to signed-in users', () => {
    const member = <b>Theirs</b>;
    const signedIn = frame('/', { account: { name: 'Nova' }, member });
    expect(signedIn).toMatch(/<header class="header">.*<b>Theirs<\/b>.*<\/header>/s);
    expect(signedIn).not.toContain('Join the Portal');
    expect(signedIn).not.toContain('class="drawer"');
    expect(frame('/', { account: null, member })).toBe(frame('/', { account: null }));
  });

  test('links the logo to the dashboard for signed-in users and to the home page for visitors', () => {
    const mark = (account: { name: string } | null) =>
      frame('/plans', { account }).match(/<header.*?href="([^"]+)"/s)![1];
    expect([mark({ name: 'Nova' }), mark(null)]).toEqual(['/dashboard', '/']);
  });
});

const nova = { name: 'Nova', to: '/protocol/profile/7' };
const bar = (path: string, account: NonNullable<Account> = nova) =>
  at(path, <PlayerBar account={account} count={<i>3</i>} />);

describe('the signed-in header', () => {
  test("has the player's five destinations, the inbox count, search, the shop and the avatar", () => {
    const html = bar('/plans');
    expect(linksIn(html, 'player-nav', '</nav>')).toEqual([
      '/protocol/matches',
      '/protocol/squads',
      '/protocol/find',
      '/protocol/lfg',
      '/protocol/inbox',
    ]);
    expect(html).toMatch(/<span>Inbox<\/span><i>3<\/i>/);
    expect(linksIn(html, 'player-slot', 'account-wide')).toEqual(['/protocol/find', '/protocol/deals']);
    expect(html.match(/aria-label="Nova’s menu"/g)).toHaveLength(2);
    expect(html.match(/<nav aria-label="Main".*?<\/nav>/s)![0]).not.toContain('aria-current');
  });

  test('marks only the current destination, including on its subpages', () => {
    for (const [path, label] of [
      ['/protocol/matches', 'Play'],
      ['/protocol/squads/7', 'Squads'],
    ] as const) {
      const html = bar(path);
      expect(html.match(/<nav aria-label="Main".*?<\/nav>/s)![0].match(/aria-current="page"/g)).toHaveLength(1);
      expect(html).toMatch(new RegExp(`<p class="bar-page"[^>]*>${label}</p>`));
    }
  });

  test('has the same pages in the avatar menu and in the phone drawer', () => {
    const html = bar('/plans');
    const own = ['/dashboard', '/protocol/profile/7', '/tournament-of-power', '/account', '/help-support'];
    const more = ['/protocol/invitations', '/protocol/standing', '/onboarding', '/tools', '/', '/protocol/faq'];
    for (const href of [...own, ...more]) {
      expect(html.match(new RegExp(`href="${href}"`, 'g')), href).toHaveLength(2);
    }
    // The shop is also next to the menu. Its other pages are its tabs.
    expect(html.match(/href="\/protocol\/deals"/g)).toHaveLength(3);
    for (const href of ['/plans', '/coaches', '/protocol/money', '/whitepaper']) {
      expect(html).not.toContain(`href="${href}"`);
    }
    expect(html).toContain('AI Tools');
    expect(html.match(/Sign out/g)).toHaveLength(2);
  });

  test('names the shop on each of its pages', () => {
    for (const path of ['/plans', '/coaches/7', '/protocol/hire']) {
      const html = bar(path);
      expect(html).toMatch(/<p class="bar-page"[^>]*>Shop<\/p>/);
      expect(html.match(/<a[^>]*player-shop[^>]*>/)![0]).toContain('aria-current="page"');
    }
    expect(bar('/dashboard')).toMatch(/<p class="bar-page"[^>]*>Planet Crew<\/p>/);
  });
});

describe('the console link', () => {
  test('is shown only to admins, in the account menu and in the phone drawer', () => {
    const links = (isAdmin: boolean) => bar('/', { ...nova, isAdmin }).match(/href="\/protocol\/admin"/g);
    expect(links(false)).toBeNull();
    expect(links(true)).toHaveLength(2);
  });
});

describe('the mobile menu', () => {
  test('is a dialog with the quick actions and the other pages', () => {
    const menu = at('/', <MobileMenu open={false} onClose={() => {}} />);
    expect(menu).toMatch(/^<dialog class="drawer"/);
    expect(menu).toContain('Quick Actions');
    expect(menu).toMatch(/Quick Actions.*Follow on X.*Join the chat server.*More/s);
    for (const path of ['/community', '/about', '/team', '/partners', '/press-kit', '/changelog', '/legal']) {
      expect(menu).toContain(`href="${path}"`);
    }
  });
});

describe('the secondary navigation', () => {
  test.each([
    ['/protocol', true],
    ['/protocol/find', true],
    ['/protocol/profile/7', true],
    ['/', false],
    ['/plans', false],
    ['/protocols', false],
    ['/protocol/auth', false],
    ['/protocol/onboarding', false],
  ])('sets its visibility on %s to %s', (path, isVisible) => {
    expect(hasProtocolNav(path)).toBe(isVisible);
    expect(frame(path).includes('aria-label="Squad finder"')).toBe(isVisible);
    expect(frame(path, { account: nova })).not.toContain('aria-label="Squad finder"');
  });
});

describe('the page frame', () => {
  test('starts with a skip link to the content', () => {
    expect(frame('/')).toMatch(/<a href="#main"[^>]*>Skip to content<\/a>.*<main id="main"/s);
  });

  test('marks only demo nodes as a demonstration', () => {
    const demo = frame('/', { demo: true });
    expect(demo).toContain('aria-label="Demo"');
    // The footer says so even without the banner.
    expect(demo.slice(demo.indexOf('<footer'))).toContain('Demo with made-up players');
    expect(frame('/')).not.toContain('Demo with made-up players');
  });

  test('links to the chat for feedback in the beta banner', () => {
    const banner = frame('/').match(/<aside class="stripe stripe-beta".*?<\/aside>/s)![0];
    expect(banner).toContain('Planet Crew is in beta testing.');
    expect(banner).toMatch(/<a href="https:\/\/chat.test\/in" target="_blank"[^>]*>Give feedback/);
    expect(banner).toContain('aria-label="Dismiss the beta notice"');
  });

  test('resolves a hash link to the section of the home page', () => {
    expect(hrefToPath('#team')).toBe('/#team');
    expect(hrefToPath('/whitepaper#roadmap')).toBe('/whitepaper#roadmap');
  });
});

describe('the script before the first paint', () => {
  const runScript = (script: string, getItem: (key: string) => string | null) => {
    const [dataset, properties]: Record<string, string>[] = [{}, {}];
    const style = { setProperty: (name: string, value: string) => Object.assign(properties!, { [name]: value }) };
    new Function('localStorage', 'document', script)(
      { getItem, setItem: () => {} },
      { documentElement: { dataset, style } },
    );
    return { dataset: dataset!, properties: properties! };
  };
  const datasetAfter = (script: string, storedValue: string | null) => runScript(script, () => storedValue).dataset;

  test('marks the page for a member only when there is a session', () => {
    expect(datasetAfter(createMemberScript(), '{}')).toEqual({ member: '' });
    expect(datasetAfter(createMemberScript(), null)).toEqual({});
  });

  test('passes the last known name and picture to the stylesheet', () => {
    const stored: Record<string, string> = {
      [SESSION_KEY]: '{}',
      [GREETING_KEY]: JSON.stringify({ name: 'Nova "5"', avatarUrl: '/face/1' }),
    };
    const read = (key: string) => stored[key] ?? null;
    expect(runScript(createMemberScript(), read).properties).toEqual({
      '--member-name': '"Nova \\"5\\""',
      '--member-face': 'url("/face/1")',
    });
    delete stored[SESSION_KEY];
    expect(runScript(createMemberScript(), read)).toEqual({ dataset: {}, properties: {} });
  });

  test('collapses a banner that was shown before', () => {
    expect(datasetAfter(createStripeScript(), 'true').banner).toBe('folded');
    expect(datasetAfter(createStripeScript(), null)).toEqual({});
  });

  test.each(Object.keys(STRIPES) as (keyof typeof STRIPES)[])(
    'hides the %s banner only after it was dismissed',
    (name) => {
      expect(datasetAfter(createStripeScript(), 'true')[name]).toBe('dismissed');
      expect(datasetAfter(createStripeScript(), null)).toEqual({});
    },
  );

  test("doesn't fail when storage is blocked", () => {
    const deniedStorage = {
      getItem: () => {
        throw new Error('denied');
      },
    };
    expect(() => new Function('localStorage', 'document', createStripeScript())(deniedStorage, {})).not.toThrow();
  });
});

describe('the footer', () => {
  test('has nine quick links, three social buttons, help and the year', () => {
    const html = at('/', <Footer social={social} />);
    expect(linksIn(html, 'footer-quick', '</ul>')).toHaveLength(9);
    for (const href of Object.values(social)) expect(html).toContain(`href="${href}"`);
    expect(html).toContain('href="/help-support"');
    expect(html).toMatch(new RegExp(`© ${new Date().getFullYear()} Planet Crew`));
  });

  test('shows signed-in users the links that visitors have in the header', () => {
    const html = at('/', <Footer social={social} account={nova} />);
    const own = [
      '/',
      '/protocol/deals',
      '/plans',
      '/coaches',
      '/tournament-of-power',
      '/help-support',
      '/protocol/faq',
    ];
    expect(linksIn(html, 'footer-umbrella', '</ul>')).toEqual(own);
    expect(at('/', <Footer social={social} account={null} />)).not.toContain('footer-umbrella');
  });

  test('says that some features are in beta', () => {
    expect(at('/', <Footer social={social} />)).toContain('Some features are in beta and may change.');
  });
});

describe('the 404 page', () => {
  test('shows 404, its title and a link home', () => {
    const html = at('/lost', <NotFound />);
    expect(html).toMatch(/<h1[^>]*>.*404.*<\/h1>/s);
    expect(html).toContain('Cosmic Route Not Found');
    expect(html).toContain('The page you are looking for does not exist.');
    expect(linksIn(html, 'not-found', '</a>')).toEqual(['/']);
  });
});

import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { Footer } from './footer.tsx';
import { createMemberScript } from './member-script.ts';
import { MobileMenu } from './mobile-menu.tsx';
import { type Account, hasProtocolNav, hrefToPath } from './navigation.ts';
import { NotFound } from './not-found-page.tsx';
import { PageFrame } from './page-frame.tsx';
import { PlayerBar } from './player-bar.tsx';
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
    <PageFrame social={social} {...props}>
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
    expect(linksIn(html, 'header-slot', '</div>')).toEqual(['/protocol/auth']);
    expect(html).toContain('Join the Portal');
  });

  test('marks only the current page', () => {
    const nav = (path: string) => frame(path).match(/<nav aria-label="Main".*?<\/nav>/s)![0];
    expect(
      nav('/plans').match(/aria-current="page"[^>]*href="[^"]+"|href="[^"]+"[^>]*aria-current="page"/g),
    ).toHaveLength(1);
    expect(nav('/protocol/deals').match(/aria-current="page"/g)).toHaveLength(1);
  });

  test('is the same for everyone until the browser knows the viewer', () => {
    expect(frame('/', { account: undefined })).toBe(frame('/', { account: null }));
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
  at(path, <PlayerBar account={account} bell={<button type="button">Bell</button>} count={<i>3</i>} />);

describe('the signed-in header', () => {
  test("has the player's five destinations, the inbox count, the bell and the avatar", () => {
    const html = bar('/plans');
    expect(linksIn(html, 'player-nav', '</nav>')).toEqual([
      '/protocol/matches',
      '/protocol/squads',
      '/protocol/find',
      '/protocol/lfg',
      '/protocol/inbox',
    ]);
    expect(html).toMatch(/<span>Inbox<\/span><i>3<\/i>/);
    expect(html).toContain('<div class="header-bell"><button type="button">Bell</button></div>');
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

  test('has the account and company pages in the avatar menu and in the phone drawer', () => {
    const html = bar('/plans');
    const account = ['/dashboard', '/protocol/profile/7', '/account', '/protocol/money'];
    const umbrella = ['/', '/protocol/deals', '/plans', '/coaches', '/tournament-of-power', '/whitepaper'];
    const more = ['/help-support', '/protocol/faq'];
    for (const href of [...account, ...umbrella, ...more]) {
      expect(html.match(new RegExp(`href="${href}"`, 'g')), href).toHaveLength(2);
    }
    expect(html.match(/Sign out/g)).toHaveLength(2);
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
    expect(frame(path).includes('aria-label="Protocol"')).toBe(isVisible);
    expect(frame(path, { account: nova })).not.toContain('aria-label="Protocol"');
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

  test('asks for feedback in the chat', () => {
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
  const datasetAfter = (script: string, storedValue: string | null) => {
    const document = { documentElement: { dataset: {} as Record<string, string> } };
    new Function('localStorage', 'document', script)({ getItem: () => storedValue }, document);
    return document.documentElement.dataset;
  };

  test("hides the visitors' navigation only when there is a session", () => {
    expect(datasetAfter(createMemberScript(), '{}')).toEqual({ member: '' });
    expect(datasetAfter(createMemberScript(), null)).toEqual({});
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

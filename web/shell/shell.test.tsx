import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { betaBannerScript } from './beta-banner-script.ts';
import { Footer } from './footer.tsx';
import { NotFound } from './lost-page.tsx';
import { hasProtocolNav, hrefToPath } from './navigation.ts';
import { PageFrame } from './page-frame.tsx';

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
  test('leads to every main page and to joining', () => {
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

  test('names the page where one is, and only that', () => {
    const nav = (path: string) => frame(path).match(/<nav aria-label="Main".*?<\/nav>/s)![0];
    expect(
      nav('/plans').match(/aria-current="page"[^>]*href="[^"]+"|href="[^"]+"[^>]*aria-current="page"/g),
    ).toHaveLength(1);
    expect(nav('/protocol/deals').match(/aria-current="page"/g)).toHaveLength(1);
  });

  test('is the same for everybody until the browser knows who looks', () => {
    expect(frame('/', { account: undefined })).toBe(frame('/', { account: null }));
  });

  test('greets who is signed in and leads to their pages', () => {
    const html = frame('/', { account: { name: 'Nova', to: '/protocol/profile/7' } });
    const slot = linksIn(html, 'header-slot', 'header-menu');
    expect(slot).toEqual([
      '/dashboard',
      '/protocol/find',
      '/protocol/matches',
      '/protocol/squads',
      '/protocol/lfg',
      '/protocol/inbox',
      '/protocol/money',
      '/protocol/invitations',
      '/tools',
      '/protocol/profile/7',
      '/onboarding',
      '/protocol/account',
      '/protocol/standing',
    ]);
    expect(html).toContain('Sign out');
  });

  test('has room for the bell beside the name of who is signed in, and none of it for visitors', () => {
    const bell = <button type="button">Bell</button>;
    const signedIn = frame('/', { account: { name: 'Nova' }, bell });
    expect(signedIn).toMatch(/<div class="header-bell"><button type="button">Bell<\/button><\/div><button[^>]*Nova/);
    expect(frame('/', { account: null, bell })).toBe(frame('/', { account: null }));
  });
});

describe('the way to the console', () => {
  test('is shown to admins, in the account menu and in the slide-in menu, and to nobody else', () => {
    const nova = { name: 'Nova', to: '/protocol/profile/7' };
    const links = (account: object) =>
      frame('/', { account: account as typeof nova }).match(/href="\/protocol\/admin"/g);
    expect(links(nova)).toBeNull();
    expect(links({ ...nova, isAdmin: true })).toHaveLength(2);
  });
});

describe('the mobile menu', () => {
  test('is a dialog with the quick actions and the further pages', () => {
    const html = frame('/');
    const menu = html.match(/<dialog class="drawer".*?<\/dialog>/s)![0];
    expect(menu).toContain('Quick Actions');
    expect(menu).toMatch(/Quick Actions.*Follow on X.*Join the chat server.*More/s);
    for (const path of ['/community', '/about', '/team', '/partners', '/press-kit', '/changelog', '/legal']) {
      expect(menu).toContain(`href="${path}"`);
    }
  });
});

describe('the second navigation', () => {
  test.each([
    ['/protocol', true],
    ['/protocol/find', true],
    ['/protocol/profile/7', true],
    ['/', false],
    ['/plans', false],
    ['/protocols', false],
    ['/protocol/auth', false],
    ['/protocol/onboarding', false],
  ])('on %s: %s', (path, shown) => {
    expect(hasProtocolNav(path)).toBe(shown);
    expect(frame(path).includes('aria-label="Protocol"')).toBe(shown);
  });
});

describe('the frame', () => {
  test('begins with a way to the content', () => {
    expect(frame('/')).toMatch(/<a href="#main"[^>]*>Skip to content<\/a>.*<main id="main"/s);
  });

  test('marks a demonstration, and nothing else as one', () => {
    expect(frame('/', { demo: true })).toContain('aria-label="Demonstration"');
    expect(frame('/')).not.toContain('aria-label="Demonstration"');
  });

  test('asks for feedback in the chat', () => {
    const banner = frame('/').match(/<aside class="beta-banner".*?<\/aside>/s)![0];
    expect(banner).toContain('Planet Crew is in beta testing.');
    expect(banner).toMatch(/<a href="https:\/\/chat.test\/in" target="_blank"[^>]*>Give feedback/);
    expect(banner).toContain('aria-label="Dismiss the beta notice"');
  });

  test('a hash item leads to its section of home', () => {
    expect(hrefToPath('#team')).toBe('/#team');
    expect(hrefToPath('/whitepaper#roadmap')).toBe('/whitepaper#roadmap');
  });
});

describe('the script before the first paint', () => {
  const run = (stored: string | null) => {
    const document = { documentElement: { dataset: {} as Record<string, string> } };
    new Function('localStorage', 'document', betaBannerScript)({ getItem: () => stored }, document);
    return document.documentElement.dataset.beta;
  };

  test('hides the banner only after it was dismissed', () => {
    expect(run('true')).toBe('dismissed');
    expect(run(null)).toBeUndefined();
  });

  test('does not fail where storage is forbidden', () => {
    const denied = {
      getItem: () => {
        throw new Error('denied');
      },
    };
    expect(() => new Function('localStorage', 'document', betaBannerScript)(denied, {})).not.toThrow();
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

  test('says that some features are in beta', () => {
    expect(at('/', <Footer social={social} />)).toContain('Some features are in beta and may change.');
  });
});

describe('the page for nothing', () => {
  test('says 404, what it is called and how to go home', () => {
    const html = at('/lost', <NotFound />);
    expect(html).toMatch(/<h1[^>]*>.*404.*<\/h1>/s);
    expect(html).toContain('Cosmic Route Not Found');
    expect(html).toContain('The page you are looking for does not exist.');
    expect(linksIn(html, 'not-found', '</a>')).toEqual(['/']);
  });
});

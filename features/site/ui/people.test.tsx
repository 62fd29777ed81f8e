import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { getPartners } from '../../../content/partners/partners-content.ts';
import type { Member, SocialLink } from '../../../content/schema/people-schema.ts';
import { english } from '../../../messages/lazy-text.ts';
import { MemberCard } from './member-card.tsx';
import { PartnersSection } from './partners-section.tsx';

const createSocial = (type: SocialLink['type']): SocialLink => ({
  type,
  label: `Nova on ${type}`,
  url: `https://${type.toLowerCase()}.test/nova`,
});
const nova: Member = {
  id: 'nova',
  display_name: 'Nova',
  tagline: 'Keeps the ball moving.',
  role: 'Advisor',
  avatar: '/team/nova.svg',
  accent_color: '#8b6cff',
  chain_glow: false,
  social_links: [],
  layout: 'card-vertical',
};

const getCard = (change: Partial<Member>) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <MemberCard member={{ ...nova, ...change }} />
    </MemoryRouter>,
  );
const linksIn = (html: string) => html.match(/<a [^>]*>/g) ?? [];

describe('member card', () => {
  test('shows name, tagline, role, and the photo on top of the initial', () => {
    const html = getCard({});
    expect(html).toMatch(/<h3[^>]*>Nova<\/h3>/);
    expect(html).toContain('Keeps the ball moving.');
    expect(html).toMatch(/class="badge[^"]*"[^>]*>.*Advisor/s);
    expect(html).toMatch(/class="avatar[^>]*><span>N<\/span><img src="\/team\/nova.svg"/);
  });

  test('shows at most four social icons, each opening in a new tab', () => {
    const types = ['Twitter', 'Twitch', 'Instagram', 'TikTok', 'LinkedIn', 'YouTube'] as const;
    const links = linksIn(getCard({ social_links: types.map(createSocial) }));
    expect(links).toHaveLength(4);
    for (const [index, link] of links.entries()) {
      expect(link).toContain(`href="https://${types[index]!.toLowerCase()}.test/nova"`);
      expect(link).toContain('target="_blank"');
      expect(link).toContain(`aria-label="Nova on ${types[index]} (opens in a new tab)"`);
    }
  });

  test('shows a call to action only when the member has one', () => {
    expect(linksIn(getCard({}))).toEqual([]);
    const html = getCard({ cta_button: { text: 'Watch live', link: '/command-center' } });
    expect(html).toMatch(/<a [^>]*href="\/command-center"[^>]*>.*Watch live/s);
  });

  test('takes its color, glow and tilt from the data', () => {
    const html = getCard({ accent_color: '#ff8a3d', chain_glow: true, layout: 'card-horizontal' });
    expect(html).toMatch(/class="[^"]*member-horizontal[^"]*" style="--accent:#ff8a3d" data-glow="true"/);
    expect(getCard({})).toMatch(/member-vertical/);
    expect(getCard({})).not.toContain('data-glow');
  });
});

test('shows ten partner links that open in new tabs, and hides the scrolling copies', () => {
  const partners = getPartners(english);
  const html = renderToStaticMarkup(<PartnersSection title="Partners" line="" partners={partners} />);
  const [grid = '', belt = ''] = html.split('class="marquee"');
  expect(linksIn(grid)).toHaveLength(10);
  for (const { url, logo, name } of partners) {
    expect(grid).toMatch(new RegExp(`href="${url.replaceAll('.', '\\.')}" target="_blank"`));
    expect(grid).toContain(`src="${logo}"`);
    expect(grid).toContain(`<span>${name}</span>`);
  }
  expect(belt.startsWith(' aria-hidden="true"')).toBe(true);
  expect(linksIn(belt)).toEqual([]);
  expect(belt.match(/<img /g)).toHaveLength(20);
});

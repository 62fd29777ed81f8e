import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { DirectoryFilters } from './directory-filters.tsx';
import { PlayerCard } from './player-card.tsx';

const createPlayer = (modes: string[]) => ({
  id: '7',
  verified: false,
  display_name: 'Nova',
  role: 'PG',
  flex_positions: [],
  platform: 'PS5',
  crossplay: false,
  competitive_level: null,
  overall_rating: null,
  modes,
  region: 'NA-East',
  mic: true,
  avatar_path: null,
});

const renderChips = (modes: string[]) => {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <PlayerCard player={createPlayer(modes)} />
    </MemoryRouter>,
  );
  const list = html.slice(html.indexOf('aria-label="Modes"'));
  return [...list.matchAll(/<li[^>]*>(.*?)<\/li>/gs)].map(([, inner]) => inner!.replace(/<[^>]+>/g, ''));
};

describe('a directory card', () => {
  test('shows only the first three modes', () => {
    expect(renderChips(['Park', 'Rec', 'Pro-Am', '1v1', 'Theater'])).toEqual(['Park', 'Rec', 'Pro-Am']);
    expect(renderChips(['Park'])).toEqual(['Park']);
  });

  test('links to the profile', () => {
    const html = renderToStaticMarkup(
      <MemoryRouter>
        <PlayerCard player={createPlayer([])} />
      </MemoryRouter>,
    );
    expect(html).toMatch(/<a[^>]*href="\/protocol\/profile\/7"/);
  });
});

describe('the directory filter form', () => {
  const renderForm = () => {
    const routes = [{ path: '*', element: <DirectoryFilters /> }];
    const router = createMemoryRouter(routes, { initialEntries: ['/protocol/find?region=EU&mic=no'] });
    return renderToStaticMarkup(<RouterProvider router={router} />);
  };
  const listOptions = (name: string) => {
    const html = renderForm();
    const select = html.slice(html.indexOf(`name="${name}"`));
    return [...select.slice(0, select.indexOf('</select>')).matchAll(/<option[^>]*>([^<]*)/g)].map(([, text]) => text);
  };

  test.each([
    ['platform', ['All', 'PSN', 'Xbox', 'PC', 'Switch']],
    ['role', ['All', 'PG', 'SG', 'SF', 'PF', 'C']],
    // Profiles may use Other, but the filter doesn't offer it.
    ['region', ['All', 'NA-East', 'NA-West', 'EU', 'Asia', 'SA', 'Oceania']],
    ['mic', ['Any', 'Yes', 'No']],
    ['mode', ['All', 'Pro-Am 5v5', 'Rec', 'Proving Ground', 'Park/City']],
    ['level', ['All', 'Casual', 'Competitive', 'Elite']],
    ['rating', ['Any', '70 and up', '80 and up', '85 and up', '90 and up', '95 and up']],
    ['sort', ['Newest first', 'Best rated first']],
  ])('gives the %s filter the options %j', (name, options) => {
    expect(listOptions(name)).toEqual(options);
  });

  test('reflects the URL and works as a form without JavaScript', () => {
    expect(renderForm()).toMatch(/<option value="EU" selected="">/);
    expect(renderForm()).toMatch(/<option value="no" selected="">/);
    expect(renderForm()).toMatch(/<form[^>]*action="\/protocol\/find"/);
    expect(renderForm(), 'nothing waits to be sent').not.toContain('type="submit"');
  });
});

import { expect, test } from 'vitest';
import { renderText } from '../../../web/test-page.ts';
import Find from '../pages/find.tsx';

const createPlayer = (id: number) => ({
  id: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
  verified: false,
  display_name: `Nova ${id}`,
  role: 'PG',
  flex_positions: [],
  platform: 'PS5',
  crossplay: false,
  competitive_level: null,
  overall_rating: null,
  modes: [],
  region: 'NA-East',
  mic: true,
  avatar_path: null,
});
const renderCount = (count: number, { filters = {}, nextCursor = null as string | null, free = false } = {}) => {
  const profiles = Array.from({ length: count }, (_, index) => createPlayer(index));
  return renderText(<Find />, {
    loaderData: { filters, cursor: null, page: { profiles, nextCursor, total: 412, free_when_i_am: free } },
  });
};

test('shows how many players match, and no number above an empty list', () => {
  expect(renderCount(3)).toContain('412 players in the directory');
  expect(renderCount(0, { filters: { role: 'C' } })).not.toContain('412');
  expect(renderCount(1, { filters: { role: 'C' } })).toContain('1 of 412 players matches');
  expect(renderCount(7, { filters: { role: 'C' } })).toContain('7 of 412 players match');
  expect(renderCount(7, { filters: { sort: 'rating' } })).toContain('412 players in the directory');
  expect(renderCount(1, { free: true })).toContain('1 of 412 players is free when you are');
  expect(renderCount(2, { filters: { role: 'C' }, free: true })).toContain('2 of 412 players match');
  expect(renderCount(25, { filters: { role: 'C' }, nextCursor: 'x' })).toContain('More than 25 players match');
});

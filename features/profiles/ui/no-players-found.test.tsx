import { expect, test } from 'vitest';
import { renderText } from '../../../web/test-page.ts';
import { NoPlayersFound } from './no-players-found.tsx';

test('suggests that a searched player may play at other times when no one is found', () => {
  const page = { profiles: [], nextCursor: null, free_when_i_am: true, total: 412 };
  const renderEmpty = (name?: string) =>
    renderText(
      <NoPlayersFound filters={{ ...(name ? { name } : {}) } as never} page={page} count={1} addressOf={() => '/'} />,
    );
  expect(renderEmpty('Comet')).toContain(
    'No one called “Comet” is free when you are They may play at other times, or they’re not in the directory.',
  );
  expect(renderEmpty()).toContain('No one who matches is free when you are Look at all hours');
});

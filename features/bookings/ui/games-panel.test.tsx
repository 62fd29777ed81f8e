import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { BookingView } from '../bookings.schema.ts';
import { GamesPanel } from './games-panel.tsx';

const renderStatus = (status: BookingView['status']) =>
  renderToStaticMarkup(
    <GamesPanel booking={{ status, contractedGames: 7, completedGames: 0, games: [] } as unknown as BookingView} />,
  );

test('does not ask for more games when the hire is over', () => {
  for (const status of ['decided', 'ended_early', 'declined', 'refunded'] as const) {
    expect(renderStatus(status).match(/Not played(?! yet)/g), status).toHaveLength(7);
  }
  for (const status of ['held', 'in_progress', 'disputed'] as const) {
    expect(renderStatus(status).match(/Not played yet/g), status).toHaveLength(7);
  }
});

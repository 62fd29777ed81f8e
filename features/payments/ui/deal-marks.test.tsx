import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FounderSeats, SevenGames } from './deal-marks.tsx';

const countSeats = (seatsLeft: number) => {
  const seatsHtml = renderToStaticMarkup(<FounderSeats seatsLeft={seatsLeft} />);
  const classes = [...seatsHtml.matchAll(/<circle[^>]*class="([^"]+)"/g)].map(([, look]) => look!);
  return {
    all: classes.length,
    taken: classes.filter((look) => look.includes('fill-ball')).length,
    gold: classes.filter((look) => look.includes('stroke-gold')).length,
  };
};

test('draws 100 Founders seats, with the ten priority seats in gold while they are free', () => {
  expect(countSeats(100)).toEqual({ all: 100, taken: 0, gold: 10 });
});

test('fills taken seats in order, priority seats first', () => {
  expect(countSeats(97)).toEqual({ all: 100, taken: 3, gold: 7 });
  expect(countSeats(0)).toEqual({ all: 100, taken: 100, gold: 0 });
});

test('shows the seven games of a hire', () => {
  expect(renderToStaticMarkup(<SevenGames />).match(/<span/g)).toHaveLength(7);
});

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { WaitingLine } from './waiting-line.tsx';

const line = (stage: string, side: 'buyer' | 'seller') =>
  renderToStaticMarkup(
    <WaitingLine waiter="buyer" side={side} seller="player" stage={stage} deadlineAt="2026-03-03T12:00:00Z" />,
  ).replace(/<[^>]*>/g, '');

test('where either side can act, neither is told that it is the other’s turn', () => {
  for (const side of ['buyer', 'seller'] as const) {
    for (const stage of ['accepted', 'between']) expect(line(stage, side)).toMatch(/^Either side can confirm it first/);
  }
  expect(line('in_progress', 'buyer')).toMatch(/^It is your turn, until /);
  expect(line('in_progress', 'seller')).toMatch(/^It is the buyer’s turn, until /);
});

test('a session says when it starts, and when it ends', () => {
  expect(line('scheduled', 'seller')).toMatch(/^It starts on /);
  expect(line('started', 'seller')).toMatch(/^It ends on /);
});

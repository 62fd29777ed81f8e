import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { WaitingLine } from './waiting-line.tsx';

const formatLine = (stage: string, side: 'buyer' | 'seller') =>
  renderToStaticMarkup(
    <WaitingLine waiter="buyer" side={side} seller="player" stage={stage} deadlineAt="2026-03-03T12:00:00Z" />,
  ).replace(/<[^>]*>/g, '');

test('says whose turn it is, or that either side can confirm', () => {
  for (const side of ['buyer', 'seller'] as const) {
    for (const stage of ['accepted', 'between']) {
      expect(formatLine(stage, side)).toMatch(/^Either side can confirm the next game until .*\.$/);
    }
  }
  expect(formatLine('in_progress', 'buyer')).toMatch(/^It’s your turn, until /);
  expect(formatLine('in_progress', 'seller')).toMatch(/^It’s the buyer’s turn, until /);
});

test('says when a session starts and ends', () => {
  expect(formatLine('scheduled', 'seller')).toMatch(/^The session starts on /);
  expect(formatLine('started', 'seller')).toMatch(/^The session ends on /);
});

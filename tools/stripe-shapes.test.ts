import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createStripeShapes } from './stripe-shapes.ts';

test('keeps the stored shapes in sync with the installed package', () => {
  const publishedText = readFileSync(new URL('../integrations/stripe/stripe.published.json', import.meta.url), 'utf8');
  expect(publishedText === createStripeShapes(), 'The package has changed: run node tools/stripe-shapes.ts').toBe(true);
});

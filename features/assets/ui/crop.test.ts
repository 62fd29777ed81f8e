import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clampView, createFullView, MAX_ZOOM, toSquare } from './crop.ts';

test('keeps the crop square inside the picture after any move and zoom', () => {
  const pixels = fc.integer({ min: 16, max: 6000 });
  const coordinate = fc.double({ min: -10_000, max: 10_000, noNaN: true });
  fc.assert(
    fc.property(
      fc.record({
        width: pixels,
        height: pixels,
        zoom: fc.double({ min: 1, max: MAX_ZOOM, noNaN: true }),
        x: coordinate,
        y: coordinate,
      }),
      ({ width, height, zoom, x, y }) => {
        const square = toSquare(clampView({ width, height, zoom, x, y }));
        expect(square.x).toBeGreaterThanOrEqual(0);
        expect(square.y).toBeGreaterThanOrEqual(0);
        expect(square.x + square.size).toBeLessThanOrEqual(width);
        expect(square.y + square.size).toBeLessThanOrEqual(height);
        expect(square.size).toBe(Math.floor(Math.min(width, height) / zoom));
      },
    ),
  );
});

test('starts with the largest centered square', () => {
  expect(toSquare(createFullView(400, 200))).toEqual({ x: 100, y: 0, size: 200 });
});

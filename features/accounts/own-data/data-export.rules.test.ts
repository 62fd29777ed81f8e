import { expect, test } from 'vitest';
import { getExportTimes } from './data-export.rules.ts';

test('keeps an export for a day and allows preparing it again after ten minutes', () => {
  expect(getExportTimes('2026-03-03T12:00:00.000Z')).toEqual({
    keptUntil: '2026-03-04T12:00:00.000Z',
    againFrom: '2026-03-03T12:10:00.000Z',
  });
});

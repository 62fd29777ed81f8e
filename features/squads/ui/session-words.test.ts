import { expect, test } from 'vitest';
import { fieldTime, instantOfField } from './session-words.ts';

test.each([
  ['America/New_York', '2026-11-25T21:00', '2026-11-26T02:00:00.000Z'],
  ['Europe/Paris', '2026-07-01T00:15', '2026-06-30T22:15:00.000Z'],
  ['Asia/Kathmandu', '2026-11-25T21:00', '2026-11-25T15:15:00.000Z'],
  ['UTC', '2026-11-25T21:00', '2026-11-25T21:00:00.000Z'],
])(
  'a day and a time typed in %s are the instant that they are there, whatever the browser’s zone',
  (zone, field, at) => {
    expect(instantOfField(field, zone)?.toISOString()).toBe(at);
    expect(fieldTime(new Date(at), zone)).toBe(field);
  },
);

test('what is not typed to its end is no instant', () => {
  for (const field of ['', '2026-11-25', 'T21:00', '2026-13-01T00:00']) {
    expect(instantOfField(field, 'Europe/Paris')).toBeUndefined();
  }
});

import { expect, test } from 'vitest';
import { piecesOf } from './message-links.rules.ts';

const urlsOf = (message: string) => piecesOf(message).flatMap(({ url }) => url ?? []);

test('addresses become pieces of their own, and every character of the message stays', () => {
  const message = 'See https://a.example/x?y=1#z, or (http://b.example/c_(d)).\nhttps://c.example';
  const pieces = piecesOf(message);
  expect(pieces.map(({ text }) => text).join('')).toBe(message);
  expect(pieces.filter(({ url }) => url).map(({ text }) => text)).toEqual([
    'https://a.example/x?y=1#z',
    'http://b.example/c_(d)',
    'https://c.example',
  ]);
  expect(piecesOf('')).toEqual([]);
});

test('nothing but an address of the web is one', () => {
  for (const message of [
    'javascript:alert(1)',
    'data:text/html,<b>x</b>',
    '<a href="x">no</a>',
    'https://',
    'https://ours.example@theirs.example/',
    '//host/path',
  ]) {
    expect(urlsOf(message), message).toEqual([]);
  }
  expect(urlsOf('"https://a.example/"onmouseover="x"')).toEqual(['https://a.example/']);
});

import { domainToUnicode } from 'node:url';
import { expect, test } from 'vitest';
import { splitLinks } from './message-links.rules.ts';

const listUrls = (message: string) => splitLinks(message).flatMap(({ url }) => url ?? []);

test('splits a message into text and links without losing a character', () => {
  const message = 'See https://a.example/x?y=1#z, or (http://b.example/c_(d)).\nhttps://c.example';
  const pieces = splitLinks(message);
  expect(pieces.map(({ text }) => text).join('')).toBe(message);
  expect(pieces.filter(({ url }) => url).map(({ text }) => text)).toEqual([
    'https://a.example/x?y=1#z',
    'http://b.example/c_(d)',
    'https://c.example',
  ]);
  expect(splitLinks('')).toEqual([]);
});

test.each([
  ['https://аррӏе.com/login', 'https://xn--80ak6aa92e.com/login'],
  ['https://pаypal.com', 'https://xn--pypal-4ve.com/'],
  ['https://gοοgle.com/?q=1#x', 'https://xn--ggle-0nda.com/?q=1#x'],
  ['https://www.ρρτ.com', 'https://www.xn--2xaaj.com/'],
  ['https://ɡoogle.com', 'https://xn--oogle-qmc.com/'],
  ['https://gıthub.com', 'https://xn--gthub-n4a.com/'],
  ['https://evil.example\\@ours.example/', 'https://evil.example/@ours.example/'],
  ['https://ours.example%2Fevil.example', undefined],
  ['https://xn--80ak6aa92e.com', 'https://xn--80ak6aa92e.com/'],
])('shows the link %s as %s', (address, linkText) => {
  expect(splitLinks(`See ${address} now`).find(({ url }) => url)?.text).toBe(linkText);
});

test.each([
  'https://münchen.example/straße?q=ü',
  'https://例え.テスト/',
  'https://пример.испытание',
  'https://παράδειγμα.δοκιμή',
  'https://مثال.إختبار',
  'https://ไทย.example',
  'https://café.example:8443/x',
  'https://A.example/Path',
])('shows the link %s as typed', (address) => {
  expect(splitLinks(address)[0]).toMatchObject({ text: address, url: expect.stringContaining('https://') });
});

test('never shows a link that looks like it leads to a different host', () => {
  for (const address of ['https://аррӏе.com', 'https://例え.テスト/', 'https://münchen.example']) {
    const [piece] = splitLinks(address);
    const host = new URL(piece!.url!).host;
    expect(piece!.text.includes(host) || piece!.text.includes(domainToUnicode(host))).toBe(true);
  }
});

test('recognizes only web addresses as links', () => {
  for (const message of [
    'javascript:alert(1)',
    'data:text/html,<b>x</b>',
    '<a href="x">no</a>',
    'https://',
    'https://ours.example@theirs.example/',
    '//host/path',
  ]) {
    expect(listUrls(message), message).toEqual([]);
  }
  expect(listUrls('"https://a.example/"onmouseover="x"')).toEqual(['https://a.example/']);
});

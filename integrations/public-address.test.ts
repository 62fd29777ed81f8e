import { expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
  'https://web.push.apple.com/QG',
  'https://8.8.8.8/push',
  'https://[2606:4700::1111]/push',
])('%s may be called', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/',
  'https://user:word@fcm.googleapis.com/',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://printer.local/',
  'https://metadata.google.internal/',
  'https://database/',
  'https://127.0.0.1/',
  // The same host in other spellings.
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://127.1/',
  'https://10.1.2.3/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://172.31.0.1/',
  'https://192.168.1.1/',
  'https://0.0.0.0/',
  'https://239.1.1.1/',
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[64:ff9b::a00:1]/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'file:///etc/passwd',
  'not an address',
])('%s may not', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

import { describe, expect, it } from 'vitest';
import { translateIssue } from '../../messages/issue-text.ts';
import { english } from '../../messages/lazy-text.ts';
import { normalizePhone } from './contact-addresses.rules.ts';
import { PHONE_MESSAGE, PhoneNumber, parsePhoneNumber } from './phone-numbers.schema.ts';

describe('parsePhoneNumber', () => {
  it.each([
    ['+49 151 23456789', '4915123456789'],
    ['+49 (0) 151 2345-6789', '4915123456789'],
    ['0049 151 23456789', '4915123456789'],
    ['4915123456789', '4915123456789'],
    ['+1 (212) 555-0100', '12125550100'],
    ['+44 020 7946 0958', '442079460958'],
    ['＋４４ ２０ ７９４６ ０９５８', '442079460958'],
    ['+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧', '966501234567'],
    [' +39 06 1234 5678 ', '390612345678'],
    ['\u202a+49 151 23456789\u202c', '4915123456789'],
    ['\u2066+49\u200e 151 23456789\u2069', '4915123456789'],
    ['\u202e+49 151 23456789', '4915123456789'],
    ['\ufeff\u200b+49 151\u00ad23456789', '4915123456789'],
    ['tel:+49-151-23456789', '4915123456789'],
    [' TEL: +49 151 23456789', '4915123456789'],
    ['\u202dtel:+49 151 23456789\u202c', '4915123456789'],
  ])('reads %s', (text, digits) => {
    expect(parsePhoneNumber(text)).toBe(digits);
    expect(normalizePhone(text)).toBe(digits);
  });

  it.each([
    '',
    '+',
    '+1',
    '+1 555',
    '0151 23456789',
    '+999 123456789',
    '+49 151 23456789 ext. 5',
    'tel:+49-151-23456789;ext=5',
    'tel:',
    '+1 212 555 0100 call me',
    'x',
    '+1212555010012345',
  ])('rejects %j', (text) => expect(parsePhoneNumber(text)).toBeUndefined());
});

it('explains an invalid phone number in plain words', () => {
  const { error } = PhoneNumber.safeParse('+1 555');
  expect(error?.issues.map(({ message }) => translateIssue(english, message))).toEqual([english(PHONE_MESSAGE)]);
  expect(english(PHONE_MESSAGE)).not.toMatch(/E\.164|please/i);
});

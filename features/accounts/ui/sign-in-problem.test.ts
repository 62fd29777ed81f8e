import { describe, expect, it } from 'vitest';
import { english } from '../../../messages/lazy-text.ts';
import { getEmailWait, isInvalidEmail, toSendableEmail, toSignInProblem } from './sign-in-problem.ts';

const refuse = (code: string, message: string) => ({ name: 'AuthApiError', status: 429, code, message });
const emailLimit = (wait: string) =>
  refuse('over_email_send_rate_limit', `For security purposes, you can only request this after ${wait}.`);

describe('a rate limit error', () => {
  it.each([
    [emailLimit('1 second'), 'Too many emails. Wait 1 second, then try again.'],
    [emailLimit('12 minutes'), 'Too many emails. Wait 12 minutes, then try again.'],
    [
      refuse('over_request_rate_limit', 'Too many tries. Wait 43 seconds and try again.'),
      'Too many tries. Wait 43 seconds and try again.',
    ],
    [refuse('over_request_rate_limit', 'Slow down'), 'Slow down'],
  ])('is explained: %j', (error, text) => expect(toSignInProblem(english, error)).toBe(text));

  it.each([
    [emailLimit('43 seconds'), 43],
    [emailLimit('2 minutes'), 120],
    [refuse('over_request_rate_limit', 'Wait 43 seconds'), undefined],
    [null, undefined],
  ])('contains the wait time only when it limits emails: %j', (error, seconds) =>
    expect(getEmailWait(error)).toBe(seconds),
  );
});

describe('toSendableEmail', () => {
  it.each([
    [' Nova@Example.test ', 'Nova@Example.test'],
    ['nova＠example.test', 'nova@example.test'],
    ['élodie@bücher.example', 'élodie@xn--bcher-kva.example'],
    ['nova@bücher.example/court', 'nova@bücher.example/court'],
    ['no address', 'no address'],
    ['', ''],
  ])('turns %j into %j', (typed, email) => expect(toSendableEmail(typed)).toBe(email));
});

it('detects an error about an invalid email address', () => {
  const invalid = refuse('validation_failed', 'Unable to validate email address: invalid format');
  expect(isInvalidEmail(invalid)).toBe(true);
  expect(isInvalidEmail(emailLimit('1 second'))).toBe(false);
});

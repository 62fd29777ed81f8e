import { describe, expect, test } from 'vitest';
import { toErrorMessage, UserFacingError, unwrap } from './api-client.ts';

const failureOf = (answer: Response | Promise<never>) =>
  unwrap(Promise.resolve(answer)).catch((error: unknown) => error);
const json = (status: number, body: unknown) => Response.json(body, { status });

describe('error messages for users', () => {
  test.each([
    [
      'the sentence of the context',
      json(409, { error: { code: 'conflict', message: 'All seats are taken.' } }),
      'All seats are taken.',
    ],
    ['ours, when the context says nothing', json(500, {}), 'It failed.'],
    [
      'ours, when it is not the context that answers',
      new Response('<h1>Bad gateway</h1>', { status: 502 }),
      'It failed.',
    ],
  ])('shows %s', async (_what, answer, sentence) => {
    expect(toErrorMessage(await failureOf(answer), 'It failed.')).toBe(sentence);
  });

  test("blames the connection when the server can't be reached", async () => {
    const error = await failureOf(Promise.reject(new TypeError('failed to fetch')));
    expect(toErrorMessage(error, 'It failed.')).toMatch(/Check your connection/);
  });

  test("blames the server when the response isn't from the app", async () => {
    const error = await failureOf(new Response('<h1>Bad gateway</h1>', { status: 502 }));
    expect((error as Error).message).toBe('Something went wrong on the server. Try again in a moment.');
  });

  test('falls back to our text for an error without a message', () => {
    expect(toErrorMessage(new Error(''), 'It failed.')).toBe('It failed.');
    expect(toErrorMessage(new UserFacingError('No checkout URL returned'), 'It failed.')).toBe(
      'No checkout URL returned',
    );
  });

  test("never shows the message of an error that wasn't written for users", () => {
    expect(toErrorMessage(new Error("Failed to execute 'insertBefore' on 'Node'"), 'It failed.')).toBe('It failed.');
    expect(toErrorMessage(new TypeError('x is not a function'), 'It failed.')).toBe('It failed.');
  });
});

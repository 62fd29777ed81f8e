import { describe, expect, test } from 'vitest';
import { toErrorMessage, UserFacingError, unwrap } from './api-client.ts';

const getFailure = (response: Response | Promise<never>) =>
  unwrap(Promise.resolve(response)).catch((error: unknown) => error);
const jsonResponse = (status: number, body: unknown) => Response.json(body, { status });

describe('error message for users', () => {
  test.each([
    [
      "the server's message",
      jsonResponse(409, { error: { code: 'conflict', message: 'All seats are taken.' } }),
      'All seats are taken.',
    ],
    ['our own message when the server sends none', jsonResponse(500, {}), 'It failed.'],
    [
      'our own message when something else responds',
      new Response('<h1>Bad gateway</h1>', { status: 502 }),
      'It failed.',
    ],
  ])('shows %s', async (_what, response, sentence) => {
    expect(toErrorMessage(await getFailure(response), 'It failed.')).toBe(sentence);
  });

  test("blames the connection when the server can't be reached", async () => {
    const error = await getFailure(Promise.reject(new TypeError('failed to fetch')));
    expect(toErrorMessage(error, 'It failed.')).toMatch(/Check your connection/);
  });

  test("blames the server when the response isn't from the app", async () => {
    const error = await getFailure(new Response('<h1>Bad gateway</h1>', { status: 502 }));
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

import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../web/api-client.ts';
import { retryUntil } from './retry-until.ts';

/** Sends an action on a fake clock that only advances during waits. */
async function press(responses: (ApiError | string)[], until = 10_000) {
  let time = 0;
  let troubles = 0;
  let presses = 0;
  const outcome = await retryUntil(
    async () => {
      presses += 1;
      const answer = responses.shift()!;
      if (typeof answer !== 'string') throw answer;
      return answer;
    },
    {
      until,
      now: () => time,
      onTrouble: () => {
        troubles += 1;
      },
      pause: async (milliseconds) => {
        time += milliseconds;
      },
    },
  ).catch((error: ApiError) => error.status);
  return { outcome, troubles, pressed: presses };
}
const createApiError = (status: number) => new ApiError(status, 'code', 'sentence');

describe('retryUntil', () => {
  test.each([0, 408, 429, 500, 503])(
    'retries after status %i until the action succeeds and reports every failure',
    async (status) => {
      const pressing = await press([createApiError(status), createApiError(status), 'heard']);
      expect(pressing).toEqual({ outcome: 'heard', troubles: 2, pressed: 3 });
    },
  );

  test("stops when time is up and throws the last attempt's error", async () => {
    const errors = Array.from({ length: 9 }, () => createApiError(0));
    expect(await press([...errors, createApiError(503)], 3_000)).toEqual({ outcome: 0, troubles: 2, pressed: 3 });
  });

  test.each([401, 403, 404, 409, 422])("doesn't retry a refusal with status %i", async (status) => {
    expect(await press([createApiError(status), 'heard'])).toEqual({ outcome: status, troubles: 0, pressed: 1 });
  });
});

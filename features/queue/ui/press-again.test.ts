import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../web/api-client.ts';
import { pressUntil } from './press-again.ts';

/** Presses on a clock that runs only while one waits. */
async function press(answers: (ApiError | string)[], until = 10_000) {
  let time = 0;
  let troubles = 0;
  let pressed = 0;
  const outcome = await pressUntil(
    async () => {
      pressed += 1;
      const answer = answers.shift()!;
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
  return { outcome, troubles, pressed };
}
const failed = (status: number) => new ApiError(status, 'code', 'sentence');

describe('a press that does not get through', () => {
  test.each([0, 408, 429, 500, 503])(
    'with %i is pressed again until it does, and says so each time',
    async (status) => {
      const pressed = await press([failed(status), failed(status), 'heard']);
      expect(pressed).toEqual({ outcome: 'heard', troubles: 2, pressed: 3 });
    },
  );

  test('is given up when time is up, with what the last try said', async () => {
    const many = Array.from({ length: 9 }, () => failed(0));
    expect(await press([...many, failed(503)], 3_000)).toEqual({ outcome: 0, troubles: 2, pressed: 3 });
  });

  test.each([401, 403, 404, 409, 422])('because it is refused with %i is not pressed again', async (status) => {
    expect(await press([failed(status), 'heard'])).toEqual({ outcome: status, troubles: 0, pressed: 1 });
  });
});

import { ApiError } from '../../../web/api-client.ts';

const AGAIN_MS = 1_000;
const PASSING = [0, 408, 429];

/** What a moment later may well work: no net, no answer, too many at once, a server that is being replaced. */
const passes = (error: unknown): boolean =>
  error instanceof ApiError && (error.status >= 500 || PASSING.includes(error.status));

type Limits = {
  /** Until when it makes sense, by the clock of `now`. */
  until: number;
  now: () => number;
  /** Each time one did not get through. */
  onTrouble: () => void;
  pause?: (milliseconds: number) => Promise<void>;
};

/**
 * Presses for somebody again and again until it gets through: a net that fails for a moment costs nobody their seat.
 * @throws what the last try threw, when time is up; a refusal at once
 */
export async function pressUntil<T>(
  work: () => Promise<T>,
  { until, now, onTrouble, pause = wait }: Limits,
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!passes(error) || now() + AGAIN_MS >= until) throw error;
      onTrouble();
      await pause(AGAIN_MS);
    }
  }
}

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

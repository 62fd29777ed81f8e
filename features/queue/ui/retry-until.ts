import { ApiError } from '../../../web/api-client.ts';

const AGAIN_MS = 1_000;
const TRANSIENT_STATUSES = [0, 408, 429];

/** Checks whether an error is worth a retry: no network, no response, rate limits, a server being replaced. */
const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError && (error.status >= 500 || TRANSIENT_STATUSES.includes(error.status));

type Limits = {
  /** The deadline for retries, by the clock of `now`. */
  until: number;
  now: () => number;
  /** Called after each failed attempt. */
  onTrouble: () => void;
  pause?: (milliseconds: number) => Promise<void>;
};

/**
 * Retries an action until it gets through, so a brief network failure doesn't cost a player their spot.
 * @throws the last attempt's error when time is up; a refusal immediately
 */
export async function retryUntil<T>(
  work: () => Promise<T>,
  { until, now, onTrouble, pause = waitFor }: Limits,
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isTemporary(error) || now() + AGAIN_MS >= until) throw error;
      onTrouble();
      await pause(AGAIN_MS);
    }
  }
}

const waitFor = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

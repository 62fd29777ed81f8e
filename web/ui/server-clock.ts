/** How far the clock of the server is ahead of this device's, in milliseconds; those of phones are wrong by minutes. */
let serverOffsetMs = 0;

/** Clocks that differ by less differ by the way that the word took. */
const TOLERANCE_MS = 2_000;

/** @param now what the server has just said that it is */
export function syncServerTime(now: number): void {
  const differs = now - Date.now();
  serverOffsetMs = Math.abs(differs) < TOLERANCE_MS ? 0 : differs;
}

/** The time of the server, as far as it is known here: what opens and closes does so by it. */
export const getServerNow = (): number => Date.now() + serverOffsetMs;

/** How far the server's clock is ahead of this device's, in milliseconds. Phone clocks can be off by minutes. */
let serverOffsetMs = 0;

/** Smaller differences are ignored as latency. */
const TOLERANCE_MS = 2_000;

/** @param now the server's current time */
export function syncServerTime(now: number): void {
  const differs = now - Date.now();
  serverOffsetMs = Math.abs(differs) < TOLERANCE_MS ? 0 : differs;
}

/** Returns the server's time as known here. Use it for everything that opens or closes at a set time. */
export const getServerNow = (): number => Date.now() + serverOffsetMs;

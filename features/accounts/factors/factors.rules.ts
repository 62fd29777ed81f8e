import { Secret, TOTP } from 'otpauth';

const STEP_SECONDS = 30;
/** Accepted clock drift in steps, in either direction. */
const WINDOW = 1;

function createTotpGenerator(secret: string, issuer: string, label: string): TOTP {
  return new TOTP({
    issuer,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
    secret: Secret.fromBase32(secret),
  });
}

/** Returns the URI for authenticator apps. */
export function createTotpUri(secret: string, issuer: string, label: string): string {
  return createTotpGenerator(secret, issuer, label).toString();
}

/**
 * Returns the time step of a code, so that callers can accept each step only once.
 * @returns undefined when it's not a current code
 */
export function findTotpStep(secret: string, code: string, now: Date): number | undefined {
  const delta = createTotpGenerator(secret, 'x', 'x').validate({
    token: code.trim(),
    timestamp: now.getTime(),
    window: WINDOW,
  });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / STEP_SECONDS) + delta;
}

import { Secret, TOTP } from 'otpauth';

const STEP_SECONDS = 30;
/** A clock may be one step off, either way. */
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

/** The address that authenticator apps read. */
export function createTotpUri(secret: string, issuer: string, label: string): string {
  return createTotpGenerator(secret, issuer, label).toString();
}

/**
 * Which time step a code belongs to; a step counts once, so that a code seen over the shoulder is worthless.
 * @returns undefined when it is not a code of now
 */
export function findTotpStep(secret: string, code: string, now: Date): number | undefined {
  const delta = createTotpGenerator(secret, 'x', 'x').validate({
    token: code.trim(),
    timestamp: now.getTime(),
    window: WINDOW,
  });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / STEP_SECONDS) + delta;
}

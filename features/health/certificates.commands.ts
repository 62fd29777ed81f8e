import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { Deps } from '../../server/deps.ts';
import { HOUR_MS, MINUTE_MS } from '../../time/units.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const HTTPS_PORT = 443;

/** Returns when the certificate at an https address expires, or undefined if no server there presents one. */
export async function readCertificateExpiry(origin: string): Promise<Date | undefined> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    // An expired certificate is worth reading too, and we send nothing over this connection.
    const options = {
      host: hostname,
      port: Number(port) || HTTPS_PORT,
      ...(isIP(hostname) ? {} : { servername: hostname }),
      rejectUnauthorized: false,
    };
    const socket = connect(options, () => {
      const { valid_to: expiry } = socket.getPeerCertificate();
      socket.destroy();
      resolve(expiry ? new Date(expiry) : undefined);
    });
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve(undefined));
  });
}

type Reading = { expiry: Date | undefined; readAgainAt: number };
const readings = new Map<string, Reading>();

/**
 * Returns the last known expiry of the certificate at the public address. Reads it in the background at most once an
 * hour, so that a scrape never waits for it; the first scrape doesn't have it yet.
 */
export function getCertificateExpiry({ env: { origin } }: Pick<Deps, 'env'>): Date | undefined {
  if (!origin.startsWith('https:')) return undefined;
  const reading = readings.get(origin);
  const now = performance.now();
  if (!reading || reading.readAgainAt <= now) {
    readings.set(origin, { expiry: reading?.expiry, readAgainAt: now + MINUTE_MS });
    void readCertificateExpiry(origin).then((expiry) => {
      if (expiry) readings.set(origin, { expiry, readAgainAt: performance.now() + HOUR_MS });
    });
  }
  return reading?.expiry;
}

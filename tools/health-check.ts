import { env } from 'node:process';

/**
 * Exits with 0 if the node of this container is ready, as the image's HEALTHCHECK. A worker answers no requests; it ends
 * by itself if it can't go on.
 */
const { ROLE, PORT = '3000' } = env;
const TIMEOUT_MS = 4_000;

async function isReady(): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${PORT}/api/health/ready`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return response.ok;
  } catch {
    return false;
  }
}

process.exitCode = ROLE === 'worker' || (await isReady()) ? 0 : 1;

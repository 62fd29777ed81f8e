import { ApiError } from './api-client.ts';
import { isCutOff } from './network.ts';
import { type KeptPage, readKeptPage } from './offline-store.ts';

/** When data was loaded that's now shown without a network. */
export type KeptMark = { keptAt?: string | undefined };

/**
 * Loads a page's data. Without a network, returns what the page last showed.
 * @param load may return null, or data without its main part, if that couldn't be loaded
 * @param isLoaded whether the data has its main part
 * @throws what `load` throws, if nothing is stored
 */
export async function loadOrKept<T extends KeptMark | null>(
  page: KeptPage,
  load: () => Promise<T>,
  isLoaded: (data: T) => boolean,
): Promise<T> {
  if (await isCutOff()) {
    const kept = readKept<T>(page);
    if (kept) return kept;
  }
  try {
    const data = await load();
    return isLoaded(data) || !(await isCutOff()) ? data : (readKept<T>(page) ?? data);
  } catch (error) {
    const kept = error instanceof ApiError && error.status === 0 ? readKept<T>(page) : undefined;
    if (kept) return kept;
    throw error;
  }
}

function readKept<T>(page: KeptPage): T | undefined {
  const kept = readKeptPage<T>(page);
  return kept && { ...kept.data, keptAt: new Date(kept.at).toISOString() };
}

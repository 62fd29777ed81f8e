import { ApiError } from './api-client.ts';
import { isCutOff } from './network.ts';
import { type KeptPage, readKeptPage } from './offline-store.ts';

/** When the data that's shown without a network was loaded. */
export type KeptMark = { keptAt?: string | undefined };

/**
 * Loads a page's data. Without a network, returns what the page last showed.
 * @param load may return null, or data without its main part, if that couldn't be loaded
 * @param isLoaded whether the data has its main part
 * @throws the error of `load` if nothing is stored
 */
export async function loadOrKept<T extends KeptMark | null>(
  page: KeptPage,
  load: () => Promise<T>,
  isLoaded: (data: T) => boolean,
): Promise<T> {
  if (await isCutOff()) {
    const keptData = readKept<T>(page);
    if (keptData) return keptData;
  }
  try {
    const data = await load();
    return isLoaded(data) || !(await isCutOff()) ? data : (readKept<T>(page) ?? data);
  } catch (error) {
    const keptData = error instanceof ApiError && error.status === 0 ? readKept<T>(page) : undefined;
    if (keptData) return keptData;
    throw error;
  }
}

function readKept<T>(page: KeptPage): T | undefined {
  const keptPage = readKeptPage<T>(page);
  return keptPage && { ...keptPage.data, keptAt: new Date(keptPage.at).toISOString() };
}

import { showToast } from '../../../web/ui/toast-store.ts';
import { useQuery } from '../../../web/use-query.ts';

/** Loads a tab's data. The previous key's data stays visible until the new data has loaded. Failures are reported. */
export const useAdminQuery = <T>(read: () => Promise<T>, key = '', failure = 'Failed to load data') =>
  useQuery(`admin ${key}`, read, {
    keepPrevious: true,
    onError: () => showToast({ title: failure, tone: 'error' }),
  });

import { showToast } from '../../../web/ui/toast-store.ts';
import { useQuery } from '../../../web/use-query.ts';

/** Loads a tab's data. What's shown stays until the data of another key has loaded, and a failure is reported. */
export const useAdminQuery = <T>(read: () => Promise<T>, key = '', failure = 'Failed to load data') =>
  useQuery(`admin ${key}`, read, {
    keepPrevious: true,
    onError: () => showToast({ title: failure, tone: 'error' }),
  });

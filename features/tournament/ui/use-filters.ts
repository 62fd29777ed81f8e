import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router';
import { type Filters, readFilters, writeFilters } from './filters.ts';

/**
 * Roster filters, mirrored to the URL. The state is updated first, because the URL lags behind each keystroke and fast
 * typing would lose letters.
 */
export function useFilters() {
  const [params, setParams] = useSearchParams();
  const { key } = useLocation();
  const navigationType = useNavigationType();
  const [filters, setFilters] = useState(() => readFilters(params));
  const lastKey = useRef(key);
  // Our own changes replace the URL, so any other navigation (back, a link) resets the filters.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only react to navigation
  useEffect(() => {
    if (key !== lastKey.current && navigationType !== 'REPLACE') setFilters(readFilters(params));
    lastKey.current = key;
  }, [key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only write when the filters change
  useEffect(() => {
    const nextParams = new URLSearchParams(writeFilters(filters));
    if (nextParams.toString() === new URLSearchParams(writeFilters(readFilters(params))).toString()) return;
    setParams(nextParams, { replace: true, preventScrollReset: true });
  }, [filters]);
  const change = useCallback((part: Partial<Filters>) => setFilters((now) => ({ ...now, ...part })), []);
  return { filters, change };
}

import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router';
import { type Filters, readFilters, writeFilters } from './filters.ts';

/**
 * Roster filters, mirrored to the URL. The page state is updated first: the URL follows slightly after each keystroke,
 * and a second keystroke must not get lost in between.
 */
export function useFilters() {
  const [params, setParams] = useSearchParams();
  const { key } = useLocation();
  const arrival = useNavigationType();
  const [filters, setFilters] = useState(() => readFilters(params));
  const place = useRef(key);
  // Our own changes replace the address; going back or following a link does not.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only an arrival counts
  useEffect(() => {
    if (key !== place.current && arrival !== 'REPLACE') setFilters(readFilters(params));
    place.current = key;
  }, [key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the filters is written
  useEffect(() => {
    const wanted = new URLSearchParams(writeFilters(filters));
    if (wanted.toString() === new URLSearchParams(writeFilters(readFilters(params))).toString()) return;
    setParams(wanted, { replace: true, preventScrollReset: true });
  }, [filters]);
  const change = useCallback((part: Partial<Filters>) => setFilters((now) => ({ ...now, ...part })), []);
  return { filters, change };
}

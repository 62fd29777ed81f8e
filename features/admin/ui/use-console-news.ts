import { useLive } from '../../../web/use-live-news.ts';

const CONSOLE = ['console'];

/** Reads again what a page of the console shows, whenever another admin has decided something. */
export const useConsoleNews = (refresh: () => Promise<unknown>) => useLive(CONSOLE, refresh);

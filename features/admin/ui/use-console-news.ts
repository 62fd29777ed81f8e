import { useLive } from '../../../web/use-live-news.ts';

const CONSOLE = ['console'];

/** Reloads a console page's data whenever another admin decides something. */
export const useConsoleNews = (refresh: () => Promise<unknown>) => useLive(CONSOLE, refresh);

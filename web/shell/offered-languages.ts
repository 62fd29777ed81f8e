import { createContext } from 'react';
import type { Locale } from '../../messages/locales.ts';

/** The languages that readers can choose. */
export const OfferedLanguages = createContext<readonly Locale[]>([]);

import { createContext } from 'react';

/** The foot of the dialog around an element: null until it's rendered, undefined outside of dialogs. */
export const DialogFootContext = createContext<HTMLElement | null | undefined>(undefined);

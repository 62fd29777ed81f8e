import { createContext, use } from 'react';

export type FieldAria = {
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  'aria-required'?: true;
};

export const FieldContext = createContext<FieldAria>({});

/** Returns what the surrounding Field knows about its control; the control spreads it over its element. */
export function useFieldAria(): FieldAria {
  return use(FieldContext);
}

import { createContext, use } from 'react';

export type FieldAria = {
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  'aria-required'?: true;
};

export const FieldContext = createContext<FieldAria>({});

/** Returns the attributes that the surrounding Field provides; the control spreads them over its element. */
export function useFieldAria(): FieldAria {
  return use(FieldContext);
}

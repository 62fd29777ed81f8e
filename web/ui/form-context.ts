import { createContext } from 'react';

/** Whether the form around a button is being submitted. */
export const FormContext = createContext<{ sending: boolean }>({ sending: false });

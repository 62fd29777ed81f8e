import { createContext } from 'react';

/** Whether the form around a button is being sent. */
export const FormContext = createContext<{ sending: boolean }>({ sending: false });

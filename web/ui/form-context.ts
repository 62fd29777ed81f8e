import { createContext } from 'react';

type FormState = {
  /** Whether the form is being submitted. */
  sending: boolean;
  /** The form's ID, for buttons outside of its element. */
  id?: string | undefined;
};

/** The form around a button. */
export const FormContext = createContext<FormState>({ sending: false });

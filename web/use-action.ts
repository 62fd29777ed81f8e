import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { readerTranslator } from '../messages/reader-translator.ts';
import { type ResponseData, readData, UserFacingError } from './api-client.ts';
import { showToast, type Toast } from './ui/toast-store.ts';
import * as shared from './ui/ui.messages.ts';

/** The success toast: its title, the whole toast, or a function that derives either from the result. */
type Success<T> = string | Toast | ((data: ResponseData<T>) => string | Toast);

/** The title of the error toast, or a function that shows the error elsewhere, such as below a field. */
type Failure = string | ((message: string, error: unknown) => void);

/**
 * Runs a user action and shows whether it worked.
 * @param work calls the API; may return the response itself
 * @returns the data, or undefined after reporting a failure
 */
export async function attempt<T>(
  work: () => Promise<T>,
  success?: Success<T>,
  failure?: Failure,
): Promise<ResponseData<T> | undefined> {
  try {
    const data = await readData(work());
    const toast = typeof success === 'function' ? success(data) : success;
    if (toast) showToast({ tone: 'success', ...(typeof toast === 'string' ? { title: toast } : toast) });
    return data;
  } catch (error) {
    const t = readerTranslator;
    const message = (error instanceof UserFacingError && error.message) || t(shared.tryAgainHint);
    if (typeof failure === 'function') {
      failure(message, error);
      return undefined;
    }
    const title = failure ?? t(shared.actionFailed);
    showToast({ title, ...(message === title ? {} : { description: message }), tone: 'error' });
    return undefined;
  }
}

/**
 * Returns `run`, which works like `attempt`, does one write at a time and then reloads the page's data. `busy` is true
 * while a write is running. The clicked button doesn't need it, because it waits for its handler.
 */
export function useAction() {
  const [busy, setBusy] = useState(false);
  // A second click may come before the first has been rendered.
  const isBusy = useRef(false);
  const revalidator = useRevalidator();
  async function run<T>(work: () => Promise<T>, success?: Success<T>, failure?: Failure) {
    if (isBusy.current) return undefined;
    isBusy.current = true;
    setBusy(true);
    try {
      return await attempt(work, success, failure);
    } finally {
      // Other buttons work again while the page's data reloads. A live update may have shown them already.
      isBusy.current = false;
      await revalidator.revalidate();
      if (!isBusy.current) setBusy(false);
    }
  }
  return { busy, run };
}

import type { Translator } from '../../../messages/translator.ts';
import { ApiError } from '../../../web/api-client.ts';
import { showToast } from '../../../web/ui/toast-store.ts';
import * as messages from '../lfg.messages.ts';

/** Returns the message for a refusal: the server's message, or the given fallback if the server sent nothing useful. */
export function toListingError(t: Translator, error: unknown, otherwise: string): string {
  if (error instanceof ApiError && error.status === 401) return t(messages.notAuthenticated);
  return error instanceof ApiError && error.status >= 400 && error.status < 500 ? error.message : otherwise;
}

/**
 * Shows a toast for a refusal. If the title only says that the action failed, the reason is shown below it.
 * @returns the title of the toast
 */
export function toastRefusal(t: Translator, otherwise: string, error: unknown, about: readonly string[] = []): string {
  const title = toListingError(t, error, otherwise);
  const why = title === otherwise && error instanceof ApiError ? error.message : title;
  showToast({ title, tone: 'error', about, ...(why === title ? {} : { description: why }) });
  return title;
}

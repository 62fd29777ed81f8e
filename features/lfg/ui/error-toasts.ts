import { ApiError } from '../../../web/api-client.ts';
import { showToast } from '../../../web/ui/toast-store.ts';

/** Returns the message for a refusal: the server's message, or the given fallback if the server sent nothing useful. */
export function toListingError(error: unknown, otherwise: string): string {
  if (error instanceof ApiError && error.status === 401) return 'Not authenticated';
  return error instanceof ApiError && error.status >= 400 && error.status < 500 ? error.message : otherwise;
}

/**
 * Shows a toast for a refusal. If the title only says that the action failed, the reason is shown below it.
 * @returns the title of the toast
 */
export function toastRefusal(otherwise: string, error: unknown, about: readonly string[] = []): string {
  const title = toListingError(error, otherwise);
  const why = title === otherwise && error instanceof ApiError ? error.message : title;
  showToast({ title, tone: 'error', about, ...(why === title ? {} : { description: why }) });
  return title;
}

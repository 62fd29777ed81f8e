import { ApiError } from '../../../web/api-client.ts';
import { showToast } from '../../../web/ui/toast-store.ts';

/** What a refusal means to people: its own sentence, or the given one when the server said nothing useful. */
export function toListingError(error: unknown, otherwise: string): string {
  if (error instanceof ApiError && error.status === 401) return 'Not authenticated';
  return error instanceof ApiError && error.status >= 400 && error.status < 500 ? error.message : otherwise;
}

/**
 * Shows what a refusal means; where it is only that the act failed, why stands below.
 * @returns what it means
 */
export function toastRefusal(otherwise: string, error: unknown, about: readonly string[] = []): string {
  const title = toListingError(error, otherwise);
  const why = title === otherwise && error instanceof ApiError ? error.message : title;
  showToast({ title, tone: 'error', about, ...(why === title ? {} : { description: why }) });
  return title;
}

/** Shows a failure: the title of the act, and below it the sentence of the server. */
export function toastFailure(title: string, error: unknown): void {
  const sentence = error instanceof ApiError ? error.message : undefined;
  showToast({ title, tone: 'error', ...(sentence && sentence !== title ? { description: sentence } : {}) });
}

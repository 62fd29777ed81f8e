import { browserApi, unwrap } from '../../../web/api-client.ts';
import { showToast } from '../../../web/ui/toast-store.ts';
import { toastFailure } from './error-toasts.ts';

const UNDO_MS = 30_000;

/**
 * Closes the user's own listing immediately and offers an undo for 30 seconds.
 * @param forGood closes it without an undo, because a ban would refuse to reopen it
 */
export async function closeListing(
  id: string,
  onChange: (closed: boolean) => void,
  { forGood = false }: { forGood?: boolean } = {},
): Promise<void> {
  const listing = browserApi().api.lfg.listings[':id'];
  const param = { id };
  try {
    await unwrap(listing.close.$post({ param }));
  } catch (error) {
    return toastFailure('Failed to close listing', error);
  }
  onChange(true);
  if (forGood) {
    showToast({ title: 'Listing closed', tone: 'success' });
    return;
  }
  const reopen = () =>
    unwrap(listing.reopen.$post({ param })).then(
      ({ message }) => {
        showToast({ title: message, tone: 'success' });
        onChange(false);
      },
      (error: unknown) => toastFailure('Failed to undo', error),
    );
  showToast({
    title: 'Listing closed',
    tone: 'success',
    duration: UNDO_MS,
    action: { label: 'Undo', onClick: () => void reopen() },
  });
}

import type { Translator } from '../../../messages/translator.ts';
import { browserApi } from '../../../web/api-client.ts';
import { attempt } from '../../../web/use-action.ts';
import * as messages from '../lfg.messages.ts';

const UNDO_MS = 30_000;

/**
 * Closes the user's own listing immediately and offers an undo for 30 seconds.
 * @param forGood whether to offer no undo, because a banned owner can't reopen the listing
 */
export async function closeListing(
  t: Translator,
  id: string,
  onChange: (isClosed: boolean) => void,
  { forGood = false }: { forGood?: boolean } = {},
): Promise<void> {
  const listing = browserApi().api.lfg.listings[':id'];
  const param = { id };
  const reopen = async () => {
    const isReopened = await attempt(
      () => listing.reopen.$post({ param }),
      ({ message }) => message,
      t(messages.undoFailed),
    );
    if (isReopened) onChange(false);
  };
  const undo = { duration: UNDO_MS, action: { label: t(messages.undo), onClick: () => void reopen() } };
  const success = { title: t(messages.listingClosedToast), ...(forGood ? {} : undo) };
  if (await attempt(() => listing.close.$post({ param }), success, t(messages.closeFailed))) onChange(true);
}

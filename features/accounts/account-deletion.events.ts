import { event } from '../../server/deps.ts';

/** The user scheduled the deletion of their account and has 14 days to cancel. Their profile is hidden until then. */
export const accountDeletionScheduled = event<{ userId: string }>('accounts.leaving');

/** The account is erased in this transaction. Afterwards, remaining data can't be linked to the user. */
export const accountErased = event<{ userId: string }>('accounts.erasing');

/**
 * The deletion was canceled. `profileHidden` tells whether requesting the deletion had removed the profile from the
 * directory.
 */
export const accountRestored = event<{ userId: string; profileHidden: boolean }>('accounts.returned');

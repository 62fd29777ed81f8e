import { event } from '../../server/deps.ts';

/** The person scheduled the deletion of their account and has 14 days to cancel. They're hidden until then. */
export const accountDeletionScheduled = event<{ userId: string }>('accounts.leaving');

/** The account is erased in this transaction. Afterwards nothing shows whose it was. */
export const accountErased = event<{ userId: string }>('accounts.erasing');

/** The deletion was canceled. `profileHidden` is what `rememberHiddenProfile` stored while it was scheduled. */
export const accountRestored = event<{ userId: string; profileHidden: boolean }>('accounts.returned');

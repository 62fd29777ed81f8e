import { event } from '../../server/deps.ts';

/** Somebody asked for the deletion of their account and has 14 days to think again: until then nobody sees them. */
export const accountDeletionScheduled = event<{ userId: string }>('accounts.leaving');

/** The account is erased in this transaction; afterwards nothing says whose it was. */
export const accountErased = event<{ userId: string }>('accounts.erasing');

/** They stay after all. `profileHidden`: what `rememberHiddenProfile` was told while they were about to go. */
export const accountRestored = event<{ userId: string; profileHidden: boolean }>('accounts.returned');

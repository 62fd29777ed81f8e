/** Maximum open flags in the console, newest first. */
export const QUEUE_SHOWN = 200;

/**
 * Returns a note if the list shows only some of the open flags.
 * @param listed number of flags in the list
 * @param open number of open flags
 */
export const formatUnlisted = (listed: number, open: number): string | undefined =>
  listed < QUEUE_SHOWN || open <= listed
    ? undefined
    : `Showing the newest ${listed} of ${open}. Older ones will appear as you decide these.`;

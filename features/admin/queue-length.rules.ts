/** How many open flags the console lists, newest first. */
export const QUEUE_SHOWN = 200;

/**
 * Describes how many flags the queue doesn't list, so that its count and its list agree.
 * @param listed how many were read
 * @param open how many there are
 */
export const formatUnlisted = (listed: number, open: number): string | undefined =>
  listed < QUEUE_SHOWN || open <= listed
    ? undefined
    : `Showing the newest ${listed} of ${open}. Older ones will appear as you decide these.`;

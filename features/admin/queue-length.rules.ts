/** How many open flags the console lists, the newest first. */
export const QUEUE_SHOWN = 200;

/**
 * What the queue says of those that it does not list, so that its number and its list agree.
 * @param listed how many were read
 * @param open how many there are
 */
export const formatUnlisted = (listed: number, open: number): string | undefined =>
  listed < QUEUE_SHOWN || open <= listed
    ? undefined
    : `The newest ${listed} of ${open} are listed; older ones follow as these are decided.`;

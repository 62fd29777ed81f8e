/** Maximum open flags in the console, newest first. */
export const QUEUE_SHOWN = 200;

/**
 * Returns a note if the list shows only some of the open flags.
 * @param listedCount number of flags in the list
 * @param openCount number of open flags
 */
export const formatUnlisted = (listedCount: number, openCount: number): string | undefined =>
  listedCount < QUEUE_SHOWN || openCount <= listedCount
    ? undefined
    : `Showing the newest ${listedCount} of ${openCount}. Older ones will appear as you decide these.`;

import { event } from '../../server/deps.ts';

/**
 * Somebody took their profile out of the directory and the matcher: by a press, or by saving it and not publishing it
 * again in time. Not for the moment between a save and the next publication.
 */
export const profileUnpublished = event<{ userId: string; pressed: boolean }>('profiles.withdrawn');

/** Somebody put their profile into the directory and the matcher, for the first time or after an edit. */
export const profilePublished = event<{ userId: string }>('profiles.published');

/** Somebody who has no picture of their own has linked a streaming account that has one, at this address. */
export const streamingLinked = event<{ userId: string; picture: string }>('profiles.streaming-linked');

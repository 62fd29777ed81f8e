import { event } from '../../server/deps.ts';

/**
 * A user unpublished their profile, either explicitly or by saving it without publishing again in time. Isn't published
 * while there's still time to publish a saved edit.
 */
export const profileUnpublished = event<{ userId: string; pressed: boolean }>('profiles.withdrawn');

/** A user published their profile to the directory and the matcher, for the first time or after an edit. */
export const profilePublished = event<{ userId: string }>('profiles.published');

/** A user without their own picture has linked a streaming account that has one, at this URL. */
export const streamingLinked = event<{ userId: string; picture: string }>('profiles.streaming-linked');

import type { NewNotification, NotificationDraft } from './notifications.schema.ts';

/** Creates a draft with the same text in every language. */
export const createTestDraft = ({ userId, ...content }: NewNotification): NotificationDraft => ({
  userId,
  write: () => content,
});

export const QUEUE_TEXTS = {
  noCheck: 'There is no such ready check for you. Look at the queue again.',
} as const;

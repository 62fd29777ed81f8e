/** Limits of a review, in a separate file so that pages don't load the schema library. */
export const MAX_STARS = [1, 2, 3, 4, 5] as const;
export const REVIEW_TEXT_MAX = 600;

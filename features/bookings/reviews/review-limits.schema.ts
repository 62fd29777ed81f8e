/** Limits of a review, kept apart from the schema library so pages don't have to load it. */
export const MAX_STARS = [1, 2, 3, 4, 5] as const;
export const REVIEW_TEXT_MAX = 600;

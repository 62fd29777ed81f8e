/** What a review may say; without the library of schemas, which pages need not load. */
export const MAX_STARS = [1, 2, 3, 4, 5] as const;
export const REVIEW_TEXT_MAX = 600;

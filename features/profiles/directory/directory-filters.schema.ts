import { REGIONS } from '../game.schema.ts';

/** What the directory's platform filter offers. */
export const PLATFORM_LABELS = ['PSN', 'Xbox', 'PC', 'Switch'] as const;
/** What the region filter offers: onboarding adds Other, the filter does not have it. */
export const FILTER_REGIONS = REGIONS.filter((region) => region !== 'Other');
export const MIC_CHOICES = ['any', 'yes', 'no'] as const;
/** The least overall rating that can be asked for. */
export const RATING_CHOICES = ['70', '80', '85', '90', '95'] as const;
export const SORTS = ['newest', 'rating'] as const;
export const PAGE_SIZE = 50;

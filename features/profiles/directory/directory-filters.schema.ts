import { REGIONS } from '../game.schema.ts';

/** Options of the directory's platform filter. */
export const FILTER_PLATFORMS = ['PSN', 'Xbox', 'PC', 'Switch'] as const;
/** Options of the region filter: every region except Other, which only onboarding offers. */
export const FILTER_REGIONS = REGIONS.filter((region) => region !== 'Other');
export const MIC_CHOICES = ['any', 'yes', 'no'] as const;
/** Options of the minimum rating filter. */
export const RATING_CHOICES = ['70', '80', '85', '90', '95'] as const;
export const SORTS = ['newest', 'rating'] as const;
/** Maximum and default page size of the API. */
export const PAGE_SIZE = 50;
/** Players on one page of the directory. */
export const CARDS_PER_PAGE = 25;

import type { Listing, NewListingInput, Slot } from './lfg.schema.ts';
import { DEFAULTS, MESSAGES } from './listing-form.schema.ts';

type Fields = Required<Omit<NewListingInput, 'timezone' | 'availability' | 'notes' | 'boost'>>;
/** What the form holds while somebody types. */
export type FormValues = Fields & { availability: Slot[]; notes: string; boost: boolean };

/** The form as it opens. */
export const EMPTY_FORM: FormValues = {
  title: '',
  needed_positions: [],
  modes: [],
  platform: DEFAULTS.platform,
  allows_crossplay: DEFAULTS.allows_crossplay,
  region: DEFAULTS.region,
  availability: [],
  notes: '',
  boost: false,
};

/** The form for changing a listing. */
export function formOf(listing: Listing): FormValues {
  return {
    title: listing.title,
    needed_positions: listing.needed_positions,
    modes: listing.modes as FormValues['modes'],
    platform: listing.platform as FormValues['platform'],
    allows_crossplay: listing.allows_crossplay,
    region: listing.region as FormValues['region'],
    availability: listing.availability,
    notes: listing.notes ?? '',
    boost: false,
  };
}

/** The first thing that is missing, with the specification's sentence; the server asks the same. */
export function formProblem(values: FormValues): { field: string; message: string } | undefined {
  if (values.title.trim() === '') return { field: 'title', message: MESSAGES.title };
  if (values.needed_positions.length === 0) return { field: 'needed_positions', message: MESSAGES.positions };
  if (values.modes.length === 0) return { field: 'modes', message: MESSAGES.modes };
  return undefined;
}

import { lazyText, type Translatable } from '../../messages/lazy-text.ts';
import * as messages from './lfg.messages.ts';
import type { Slot } from './lfg.schema.ts';
import { DEFAULTS, LIMITS } from './listing-form.schema.ts';

/** The form's availability: the added slots, and the slot in the fields, which is null if the user removed it. */
export type SlotDraft = { availability: readonly Slot[]; slotInFields: Slot | null };

export const isSameSlot = (one: Slot, other: Slot) =>
  one.day === other.day && one.start === other.start && one.end === other.end;

/** Returns the slot in the fields if there is one and it hasn't been added yet. */
export function findUnaddedSlot({ availability, slotInFields }: SlotDraft): Slot | null {
  return slotInFields && !availability.some((slot) => isSameSlot(slot, slotInFields)) ? slotInFields : null;
}

/**
 * Returns every slot visible in the form. This includes the slot in the fields, so users don't lose it if they forget
 * to add it.
 */
export function collectSlots(draft: SlotDraft): Slot[] {
  const unaddedSlot = findUnaddedSlot(draft);
  return unaddedSlot ? [...draft.availability, unaddedSlot] : [...draft.availability];
}

/** Returns whether the fields for a slot are shown. They show only a slot that's part of the listing. */
export function areFieldsShown({ availability, slotInFields }: SlotDraft, lastSlot: Slot): boolean {
  return slotInFields !== null || availability.some((slot) => isSameSlot(slot, lastSlot));
}

/** Returns whether a listing has all of the player's own slots. */
export const hasOwnSlots = ({ availability }: Pick<SlotDraft, 'availability'>, ownSlots: readonly Slot[]): boolean =>
  ownSlots.every((slot) => availability.some((each) => isSameSlot(slot, each)));

/**
 * Adds the player's own slots, as many as a listing can have, or removes them if they're already there. Clears the
 * fields if they still contain the default slot.
 */
export function toggleOwnSlots(
  draft: SlotDraft,
  ownSlots: readonly Slot[],
): { availability: Slot[]; slotInFields: Slot | null } {
  const others = draft.availability.filter((slot) => !ownSlots.some((each) => isSameSlot(slot, each)));
  const { slotInFields } = draft;
  const isUntouched = slotInFields !== null && isSameSlot(slotInFields, DEFAULTS.slot);
  return {
    availability: hasOwnSlots(draft, ownSlots) ? others : [...others, ...ownSlots].slice(0, LIMITS.slots),
    slotInFields: isUntouched ? null : slotInFields,
  };
}

/** Returns why a slot can't be added. */
export function findSlotProblem(slot: Slot, existingSlots: readonly Slot[]): Translatable | undefined {
  if (!slot.start || !slot.end) return messages.slotTimeMissing;
  if (slot.start === slot.end) return messages.slotEmpty;
  if (existingSlots.some((each) => isSameSlot(each, slot))) return messages.slotAlreadyAdded;
  if (existingSlots.length >= LIMITS.slots) return lazyText(messages.slotLimit, { max: LIMITS.slots });
  return undefined;
}

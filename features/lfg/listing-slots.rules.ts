import type { Slot } from './lfg.schema.ts';
import { LIMITS } from './listing-form.schema.ts';

/** The form's slots: those added, and the one in the fields; null when the user left that one out. */
export type SlotDraft = { availability: readonly Slot[]; slotInFields: Slot | null };

export const isSameSlot = (one: Slot, other: Slot) =>
  one.day === other.day && one.start === other.start && one.end === other.end;

/** Returns the slot in the fields if it counts and hasn't been added yet. */
export function findUnaddedSlot({ availability, slotInFields }: SlotDraft): Slot | null {
  return slotInFields && !availability.some((slot) => isSameSlot(slot, slotInFields)) ? slotInFields : null;
}

/** Returns every slot visible in the form, so one that wasn't added isn't lost. */
export function collectSlots(draft: SlotDraft): Slot[] {
  const unadded = findUnaddedSlot(draft);
  return unadded ? [...draft.availability, unadded] : [...draft.availability];
}

/** Returns why a slot can't be added, as a sentence. */
export function findSlotProblem(slot: Slot, added: readonly Slot[]): string | undefined {
  if (!slot.start || !slot.end) return 'Enter a start and an end time.';
  if (slot.start === slot.end) return 'Choose an end time that differs from the start.';
  if (added.some((each) => isSameSlot(each, slot))) return 'You already added this time slot.';
  if (added.length >= LIMITS.slots) return `You can add up to ${LIMITS.slots} time slots.`;
  return undefined;
}

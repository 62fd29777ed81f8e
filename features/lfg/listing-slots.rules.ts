import type { Slot } from './lfg.schema.ts';
import { LIMITS } from './listing-form.schema.ts';

/** The slots of the form: those added, and the one in the fields; null when its owner left that one out. */
export type SlotDraft = { availability: readonly Slot[]; slotInFields: Slot | null };

export const isSameSlot = (one: Slot, other: Slot) =>
  one.day === other.day && one.start === other.start && one.end === other.end;

/** The slot in the fields, if it counts and wasn't added yet. */
export function findUnaddedSlot({ availability, slotInFields }: SlotDraft): Slot | null {
  return slotInFields && !availability.some((slot) => isSameSlot(slot, slotInFields)) ? slotInFields : null;
}

/** Every slot a person sees in the form, so that one that wasn't added isn't lost. */
export function collectSlots(draft: SlotDraft): Slot[] {
  const unadded = findUnaddedSlot(draft);
  return unadded ? [...draft.availability, unadded] : [...draft.availability];
}

/** What keeps a slot from being added, as a sentence. */
export function findSlotProblem(slot: Slot, added: readonly Slot[]): string | undefined {
  if (!slot.start || !slot.end) return 'Enter a start and an end time.';
  if (slot.start === slot.end) return 'Choose an end time that differs from the start.';
  if (added.some((each) => isSameSlot(each, slot))) return 'You already added this time slot.';
  if (added.length >= LIMITS.slots) return `You can add up to ${LIMITS.slots} time slots.`;
  return undefined;
}

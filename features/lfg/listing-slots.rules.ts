import { lazyText, type Translatable } from '../../messages/lazy-text.ts';
import * as messages from './lfg.messages.ts';
import type { Slot } from './lfg.schema.ts';
import { LIMITS } from './listing-form.schema.ts';

/** The form's availability: the added slots, and the slot in the fields, which is null if the user removed it. */
export type SlotDraft = { availability: readonly Slot[]; slotInFields: Slot | null };

export const isSameSlot = (one: Slot, other: Slot) =>
  one.day === other.day && one.start === other.start && one.end === other.end;

/** Returns the slot in the fields if there is one and it hasn't been added yet. */
export function findUnaddedSlot({ availability, slotInFields }: SlotDraft): Slot | null {
  return slotInFields && !availability.some((slot) => isSameSlot(slot, slotInFields)) ? slotInFields : null;
}

/** Returns every slot visible in the form, so that one that wasn't added isn't lost. */
export function collectSlots(draft: SlotDraft): Slot[] {
  const unaddedSlot = findUnaddedSlot(draft);
  return unaddedSlot ? [...draft.availability, unaddedSlot] : [...draft.availability];
}

/** Returns why a slot can't be added. */
export function findSlotProblem(slot: Slot, existingSlots: readonly Slot[]): Translatable | undefined {
  if (!slot.start || !slot.end) return messages.slotTimeMissing;
  if (slot.start === slot.end) return messages.slotEmpty;
  if (existingSlots.some((each) => isSameSlot(each, slot))) return messages.slotAlreadyAdded;
  if (existingSlots.length >= LIMITS.slots) return lazyText(messages.slotLimit, { max: LIMITS.slots });
  return undefined;
}

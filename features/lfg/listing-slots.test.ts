import { describe, expect, it } from 'vitest';
import { english, translate } from '../../messages/lazy-text.ts';
import type { Slot } from './lfg.schema.ts';
import { LIMITS } from './listing-form.schema.ts';
import { collectSlots, findSlotProblem, findUnaddedSlot } from './listing-slots.rules.ts';

const monday: Slot = { day: 'Mon', start: '20:00', end: '23:00' };
const friday: Slot = { day: 'Fri', start: '21:00', end: '01:00' };

describe('collectSlots', () => {
  it("includes the slot in the fields even if it wasn't added", () => {
    expect(collectSlots({ availability: [], slotInFields: monday })).toEqual([monday]);
    expect(collectSlots({ availability: [monday], slotInFields: friday })).toEqual([monday, friday]);
  });

  it('includes a slot once when it was added and is still in the fields', () => {
    expect(collectSlots({ availability: [monday], slotInFields: { ...monday } })).toEqual([monday]);
    expect(findUnaddedSlot({ availability: [monday], slotInFields: { ...monday } })).toBeNull();
  });

  it('includes no slot when the user removed it', () => {
    expect(collectSlots({ availability: [], slotInFields: null })).toEqual([]);
  });
});

describe('findSlotProblem', () => {
  it.each([
    [{ ...monday, start: '' }, [], 'Enter a start and an end time.'],
    [{ ...monday, end: '20:00' }, [], "The end time can't be the same as the start."],
    [monday, [monday], 'You already added this time slot.'],
    [monday, Array.from({ length: LIMITS.slots }, () => friday), 'You can add up to 42 time slots.'],
    [friday, [monday], undefined],
  ])('explains why %j cannot be added', (slot, existingSlots, message) => {
    const problem = findSlotProblem(slot, existingSlots);
    expect(problem && translate(english, problem)).toBe(message);
  });
});

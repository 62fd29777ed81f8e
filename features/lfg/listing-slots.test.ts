import { describe, expect, it } from 'vitest';
import { english, translate } from '../../messages/lazy-text.ts';
import type { Slot } from './lfg.schema.ts';
import { DEFAULTS, LIMITS } from './listing-form.schema.ts';
import {
  areFieldsShown,
  collectSlots,
  findSlotProblem,
  findUnaddedSlot,
  hasOwnSlots,
  toggleOwnSlots,
} from './listing-slots.rules.ts';

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

describe('areFieldsShown', () => {
  it('is true only for a slot that the listing includes', () => {
    const drafts = [
      { availability: [], slotInFields: monday },
      { availability: [monday], slotInFields: null },
      { availability: [friday], slotInFields: null },
      { availability: [], slotInFields: null },
    ];
    for (const draft of drafts) {
      const isShown = areFieldsShown(draft, monday);
      expect(isShown).toBe(collectSlots(draft).some(({ day }) => day === 'Mon'));
    }
  });
});

describe('toggleOwnSlots', () => {
  const own = [friday, { ...friday, day: 'Sat' as const }];

  it("adds the player's slots once and drops the unchanged default", () => {
    const draft = toggleOwnSlots({ availability: [friday], slotInFields: DEFAULTS.slot }, own);
    expect(collectSlots(draft)).toEqual(own);
    expect(hasOwnSlots(draft, own)).toBe(true);
  });

  it('keeps slots that the user entered', () => {
    const edited = { ...monday, end: '22:00' };
    const draft = toggleOwnSlots({ availability: [monday], slotInFields: edited }, own);
    expect(collectSlots(draft)).toEqual([monday, ...own, edited]);
  });

  it("removes the player's slots when pressed a second time", () => {
    const draft = toggleOwnSlots({ availability: [monday], slotInFields: null }, own);
    expect(toggleOwnSlots(draft, own)).toEqual({ availability: [monday], slotInFields: null });
  });

  it('adds no more slots than a listing can have', () => {
    const many = Array.from({ length: LIMITS.slots + 3 }, (_, n) => ({
      ...monday,
      end: `0${Math.floor(n / 60)}:${String(n % 60).padStart(2, '0')}`,
    }));
    expect(toggleOwnSlots({ availability: [], slotInFields: null }, many).availability).toHaveLength(LIMITS.slots);
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

/** The parts of a drawn face, in the order of its code, with the display names of their choices. */
export const FACE_PARTS = {
  skin: ['Fair', 'Honey', 'Bronze', 'Brown', 'Deep'],
  cut: ['Short', 'Afro', 'Long', 'Bun', 'Braids', 'Shaved'],
  hair: ['Black', 'Brown', 'Chestnut', 'Blond', 'Red', 'Silver'],
  wear: ['Nothing', 'Headband', 'Headset', 'Cap'],
  eyes: ['Open', 'Smiling', 'Glasses'],
  mouth: ['Smile', 'Laugh', 'Calm'],
  beard: ['None', 'Stubble', 'Goatee', 'Full'],
  light: ['Violet', 'Cyan', 'Orange', 'Green', 'Gold', 'Red'],
} as const;

export type FacePart = keyof typeof FACE_PARTS;
/** The index of the choice for each part. */
export type Look = Record<FacePart, number>;

export const PART_NAMES = Object.keys(FACE_PARTS) as FacePart[];

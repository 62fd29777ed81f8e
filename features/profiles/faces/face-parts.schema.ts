/** What a drawn face is made of, in the order of its code; each choice by the name that a chooser reads. */
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
/** Of each part the number of the choice. */
export type Look = Record<FacePart, number>;

export const PART_NAMES = Object.keys(FACE_PARTS) as FacePart[];

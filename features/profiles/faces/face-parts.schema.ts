import type { Message } from '../../../messages/message.ts';
import * as messages from '../profiles.messages.ts';

/** Parts of a generated face, in the order of the digits of its code, with the labels of their choices. */
export const FACE_PARTS = {
  skin: [messages.skinFair, messages.skinHoney, messages.skinBronze, messages.skinBrown, messages.skinDeep],
  cut: [
    messages.haircutShort,
    messages.haircutAfro,
    messages.haircutLong,
    messages.haircutBun,
    messages.haircutBraids,
    messages.haircutShaved,
  ],
  hair: [
    messages.hairBlack,
    messages.hairBrown,
    messages.hairChestnut,
    messages.hairBlond,
    messages.hairRed,
    messages.hairSilver,
  ],
  wear: [messages.headwearNothing, messages.headwearHeadband, messages.headwearHeadset, messages.headwearCap],
  eyes: [messages.eyesOpen, messages.eyesSmiling, messages.eyesGlasses],
  mouth: [messages.mouthSmile, messages.mouthLaugh, messages.mouthCalm],
  beard: [messages.beardNone, messages.beardStubble, messages.beardGoatee, messages.beardFull],
  light: [
    messages.jerseyViolet,
    messages.jerseyCyan,
    messages.jerseyOrange,
    messages.jerseyGreen,
    messages.jerseyGold,
    messages.jerseyRed,
  ],
} as const satisfies Record<string, readonly Message[]>;

export type FacePart = keyof typeof FACE_PARTS;
/** Index of the choice for each part. */
export type Look = Record<FacePart, number>;

export const PART_NAMES = Object.keys(FACE_PARTS) as FacePart[];

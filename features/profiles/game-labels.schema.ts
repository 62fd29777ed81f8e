import type { Message } from '../../messages/message.ts';
import type { Translator } from '../../messages/translator.ts';
import type { CompetitiveLevel, Contact, Hand, LookingChoice, Platform, Position, Region } from './game.schema.ts';
import type { GroupFormat } from './group-formats.schema.ts';
import * as messages from './profiles.messages.ts';

// Labels of the game's values. We store and send only the values.

export const PLATFORM_LABELS: Record<Platform, Message> = {
  PS5: messages.platformPs5,
  'Xbox Series': messages.platformXbox,
  PC: messages.platformPc,
  Switch: messages.platformSwitch,
  Other: messages.platformOther,
};

export const REGION_LABELS: Record<Region, Message> = {
  'NA-East': messages.regionNaEast,
  'NA-West': messages.regionNaWest,
  EU: messages.regionEu,
  Asia: messages.regionAsia,
  SA: messages.regionSa,
  Oceania: messages.regionOceania,
  Other: messages.regionOther,
};

/** Full position names, for people who don't know the abbreviations. */
export const POSITION_LABELS: Record<Position, Message> = {
  PG: messages.pointGuard,
  SG: messages.shootingGuard,
  SF: messages.smallForward,
  PF: messages.powerForward,
  C: messages.center,
};

export const HAND_LABELS: Record<Hand, Message> = { Right: messages.rightHand, Left: messages.leftHand };

export const LEVEL_LABELS: Record<CompetitiveLevel, Message> = {
  casual: messages.levelCasual,
  competitive: messages.levelCompetitive,
  elite: messages.levelElite,
};

export const CONTACT_LABELS: Record<Contact, Message> = {
  email: messages.contactEmail,
  phone: messages.contactPhone,
  discord: messages.contactDiscord,
};

/** Returns the label of a looking choice, such as "Until I have a pair", for a group format. */
export function formatLookingChoice(t: Translator, choice: LookingChoice, format: GroupFormat): string {
  if (choice === 'never') return t(messages.lookNever);
  return t(choice === 'always' ? messages.lookAlways : messages.lookUntilFound, { format });
}

/** Labels by stored value. */
export type Labels = Readonly<Record<string, Message>>;

/** Returns a stored value's label, or the value itself if it has no label. */
export function translateValue(t: Translator, labels: Labels, value: string): string {
  const label = labels[value];
  return label ? t(label) : value;
}

/** Lists values with their labels, for the options of a control. */
export const listOptions = <Value extends string>(t: Translator, labels: Labels, values: readonly Value[]) =>
  values.map((value) => ({ value, label: translateValue(t, labels, value) }));

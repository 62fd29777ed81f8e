import type { Translator } from '../../messages/translator.ts';
import { toShownHours } from '../../time/week-spans.ts';
import { HANDLE_LABELS } from './game.schema.ts';
import { LEVEL_LABELS, PLATFORM_LABELS, REGION_LABELS, translateValue } from './game-labels.schema.ts';
import type { StepKey } from './onboarding-steps.schema.ts';
import { labelLanguage } from './player-languages.schema.ts';
import type { Draft } from './profile-form.rules.ts';
import * as messages from './profiles.messages.ts';
import { countWeeklyMinutes } from './weekly-hours.rules.ts';

const BIO_LENGTH = 60;

const shorten = (text: string) => (text.length > BIO_LENGTH ? `${text.slice(0, BIO_LENGTH).trimEnd()}…` : text);

/** Texts that sum up what's filled in, per section of a profile. */
const SUMMARIES: Record<StepKey, (t: Translator, draft: Draft) => string[]> = {
  basics: (t, { display_name, region, languages }) => [
    display_name,
    translateValue(t, REGION_LABELS, region),
    ...languages.map((name) => labelLanguage(t, name)),
  ],
  position: (t, { role, flex_positions, platform }) => [
    [role, ...flex_positions.filter((position) => position !== role)].filter(Boolean).join(', '),
    translateValue(t, PLATFORM_LABELS, platform),
  ],
  game: (t, { modes, competitive_level, overall_rating }) => [
    modes.join(', '),
    translateValue(t, LEVEL_LABELS, competitive_level),
    overall_rating && t(messages.ratingSummary, { rating: overall_rating }),
  ],
  hours: (t, { availability }) => [t(messages.hoursSummary, { hours: toShownHours(countWeeklyMinutes(availability)) })],
  contact: (t, draft) => {
    const handles = (['psn', 'xbox', 'discord', 'twitter'] as const).filter((handle) => draft[handle]);
    return [...handles.map((handle) => HANDLE_LABELS[handle]), draft.mic ? t(messages.micLabel) : ''];
  },
  publish: (_t, { bio }) => [shorten(bio)],
};

/** Sums up what's filled in, such as "PG · PS5", so that a closed section shows it. */
export function summarizeSection(t: Translator, section: StepKey, draft: Draft): string {
  const parts = SUMMARIES[section](t, draft).filter(Boolean);
  return parts.length > 0 ? parts.join(' · ') : t(messages.sectionEmpty);
}

import { lazy, type ReactNode, Suspense } from 'react';
import { formatHeight, formatWeight, INCH_CM } from '../../../messages/body-measures.ts';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Chip } from '../../../web/ui/chip.tsx';
import { KeyValueList } from '../../../web/ui/key-value-list.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { StatTile } from '../../../web/ui/stat-tile.tsx';
import { LEVEL_LABELS, PLATFORM_LABELS, translateValue } from '../game-labels.schema.ts';
import {
  type FieldFacts,
  type FieldName,
  getFieldFacts,
  PUBLIC_FIELDS,
  type PublicField,
} from '../profile-fields.schema.ts';
import * as messages from '../profiles.messages.ts';
import { formatFeetAndInches } from '../profiles.rules.ts';
import type { PublicProfile } from '../profiles.schema.ts';
import { Connect } from './connect.tsx';
import { PositionCourt } from './position-court.tsx';

const LanguageChips = lazy(async () => ({ default: (await import('./language-chips.tsx')).LanguageChips }));

const NOT_PROVIDED = '–';
/** The game's highest rating. */
const MAX_OVERALL = 99;

/** Everything a profile shows about how someone plays. */
export function ProfileView({ profile }: { profile: PublicProfile }) {
  const t = useTranslator();
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
      <div className="stack-lg min-w-0">
        <div className="grid grid-cols-2 gap-4">
          <StatTile
            label={t(messages.overallStat)}
            value={profile.overall_rating ?? NOT_PROVIDED}
            hint={profile.overall_rating !== null && t(messages.selfReported)}
            icon="star"
            tone="orange"
            share={(profile.overall_rating ?? 0) / MAX_OVERALL}
          />
          <StatTile
            label={t(messages.winRateStat)}
            value={
              profile.win_percentage === null
                ? NOT_PROVIDED
                : t(messages.winRate, { percentage: profile.win_percentage })
            }
            hint={profile.win_percentage !== null && t(messages.selfReported)}
            icon="trophy"
            tone="gold"
            share={(profile.win_percentage ?? 0) / 100}
          />
        </div>
        {profile.bio && (
          <Part title={t(messages.aboutTitle)}>
            <p className="max-w-[43.25em] whitespace-pre-line wrap-anywhere">{profile.bio}</p>
          </Part>
        )}
        <Part title={t(messages.buildTitle)}>
          <KeyValueList items={listItems(t, 'build', profile)} />
        </Part>
        <Part title={t(messages.playTitle)}>
          <div className="stack">
            {listFieldsOfPart('play').map((name) => (
              <TextSection key={name} name={name} words={[profile[name] ?? []].flat().map(String)} />
            ))}
          </div>
        </Part>
      </div>
      <div className="stack-lg min-w-0">
        <PositionCourt role={profile.role} flex={profile.flex_positions} />
        <Part title={t(messages.setupTitle)}>
          <KeyValueList items={listItems(t, 'setup', profile).filter(({ value }) => value !== NOT_PROVIDED)} />
        </Part>
        <Part title={t(messages.connectTitle)}>
          <Connect profile={profile} />
        </Part>
      </div>
    </div>
  );
}

/** Role, platform and level, directly below the name. */
export function ProfileBadges({ profile }: { profile: PublicProfile }) {
  const t = useTranslator();
  return (
    <span className="cluster mt-2">
      <Badge tone="orange" solid>
        {profile.role}
      </Badge>
      <Badge tone="violet" icon="gamepad">
        {translateValue(t, PLATFORM_LABELS, profile.platform)}
      </Badge>
      {profile.competitive_level && (
        <Badge tone="gold" icon="chart">
          {translateValue(t, LEVEL_LABELS, profile.competitive_level)}
        </Badge>
      )}
    </span>
  );
}

/** Fields that come first in their part, in this order; the rest follow in table order. */
const FIRST_FIELDS = ['region', 'timezone', 'mic', 'modes', 'playstyle'] as const satisfies PublicField[];

const listFieldsOfPart = (part: FieldFacts['shown']['part']) =>
  [...new Set([...FIRST_FIELDS, ...PUBLIC_FIELDS])].filter((name) => getFieldFacts(name).shown.part === part);

const getLabel = (name: FieldName) => getFieldFacts(name).shown.as ?? getFieldFacts(name).form.label;

/** Formatters of values that aren't shown as stored. */
const FORMATS: { [Name in PublicField]?: (profile: PublicProfile, t: Translator) => string | null } = {
  timezone: ({ timezone }) => timezone.replaceAll('_', ' '),
  height_in: ({ height_in }, t) =>
    height_in === null ? null : formatHeight(t, height_in * INCH_CM, formatFeetAndInches(height_in)),
  weight_lb: ({ weight_lb }, t) =>
    weight_lb === null ? null : formatWeight(t, weight_lb, t(messages.weight, { value: weight_lb })),
  archetype_primary: ({ archetype_primary, archetype_secondary }) =>
    [archetype_primary, archetype_secondary].filter(Boolean).join(' / '),
};

const listItems = (t: Translator, part: FieldFacts['shown']['part'], profile: PublicProfile) =>
  listFieldsOfPart(part).map((name) => ({
    label: t(getLabel(name)),
    value: formatField(t, name, profile) || NOT_PROVIDED,
  }));

function formatField(t: Translator, name: PublicField, profile: PublicProfile): string | null {
  const format = FORMATS[name];
  if (format) return format(profile, t);
  const value = profile[name];
  if (value === null) return null;
  if (typeof value === 'boolean') return value ? t(messages.yes) : t(messages.no);
  const { value: facts, shown } = getFieldFacts(name);
  if (typeof value === 'number' && shown.unit) return t(shown.unit, { value });
  return translateValue(t, ('labels' in facts && facts.labels) || {}, String(value));
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Panel as="section" className="stack">
      <h2 className="text-lg">{title}</h2>
      {children}
    </Panel>
  );
}

function TextSection({ name, words }: { name: PublicField; words: readonly string[] }) {
  const t = useTranslator();
  if (words.length === 0) return null;
  return (
    <div>
      <h3 className="mb-2 font-sans text-sm font-semibold text-muted">{t(getLabel(name))}</h3>
      <ul className="cluster">
        {name === 'languages' ? (
          <Suspense fallback={null}>
            <LanguageChips names={words} />
          </Suspense>
        ) : (
          words.map((word) => (
            <li key={word} className="max-w-full">
              <Chip>{word}</Chip>
            </li>
          ))
        )}
      </ul>
    </div>
  );
}

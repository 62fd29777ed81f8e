import type { ChangeFacts } from '../../matcher/run.ts';
import { parseClockMinutes } from '../../time/instants.ts';
import { formatWallHours } from '../../time/reader-hours.ts';
import type { ClockHours } from '../../time/reader-times.ts';
import type { GroupFormat } from '../profiles/group-formats.schema.ts';
import type { StoredFields } from '../profiles/profile-fields.schema.ts';

/** The profile fields that advice can change. */
export type EditableProfile = Pick<
  StoredFields,
  'crossplay' | 'modes' | 'availability' | 'role' | 'flex_positions' | 'languages'
>;
/** Advised profile fields, and what the player should start looking for, which isn't part of the profile. */
export type AdvisedChange = { fields: Partial<EditableProfile>; looks: GroupFormat[] };

/** Keep existing values, so that following advice twice adds nothing twice. */
const withEntry = (words: readonly string[], word: string) => (words.includes(word) ? [...words] : [...words, word]);

/**
 * Returns the profile with the advice applied, exactly as in the run that verified the advice.
 * @returns only the changes; undefined if a profile edit isn't enough, because leaving a party involves other people
 */
export function toAdvisedChange(profile: EditableProfile, advice: readonly ChangeFacts[]): AdvisedChange | undefined {
  const fields: Partial<EditableProfile> = {};
  const looks: AdvisedChange['looks'] = [];
  const now = <Name extends keyof EditableProfile>(name: Name): EditableProfile[Name] =>
    (fields[name] ?? profile[name]) as EditableProfile[Name];
  for (const change of advice) {
    switch (change.kind) {
      case 'party':
        return undefined;
      case 'wants':
        looks.push(change.wants);
        break;
      case 'crossplay':
        fields.crossplay = true;
        break;
      case 'mode':
        fields.modes = withEntry(now('modes'), change.mode) as EditableProfile['modes'];
        break;
      case 'language':
        fields.languages = withEntry(now('languages'), change.language) as EditableProfile['languages'];
        break;
      case 'time': {
        const window = { days: [change.day], start: change.start, end: change.end };
        fields.availability = [...now('availability'), window] as EditableProfile['availability'];
        break;
      }
      case 'position':
        if (change.first) fields.role = change.position as EditableProfile['role'];
        else
          fields.flex_positions = withEntry(
            now('flex_positions'),
            change.position,
          ) as EditableProfile['flex_positions'];
        break;
    }
  }
  return { fields, looks };
}

const LABELS: Record<keyof EditableProfile, string> = {
  crossplay: 'Crossplay',
  modes: 'Modes',
  availability: 'Hours',
  role: 'Position',
  flex_positions: 'Flex positions',
  languages: 'Languages',
};

/** Formats a field's value for a reader with a 12- or 24-hour clock. */
function formatFieldValue(value: EditableProfile[keyof EditableProfile], clock: ClockHours): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (!Array.isArray(value)) return value || 'none';
  const words = value.map((one) => (typeof one === 'string' ? one : `${one.days.join(', ')} ${hoursOf(one, clock)}`));
  return words.length > 0 ? words.join(' · ') : 'none';
}

const hoursOf = ({ start, end }: { start: string; end: string }, clock: ClockHours) =>
  formatWallHours(parseClockMinutes(start), parseClockMinutes(end), clock);

/** Describes a change before it's made, with one line per field. */
export function formatChangeLines(
  profile: EditableProfile,
  { fields, looks }: AdvisedChange,
  clock: ClockHours,
): { label: string; text: string }[] {
  const names = Object.keys(fields) as (keyof EditableProfile)[];
  return [
    ...names.map((name) => ({
      label: LABELS[name],
      text: `${formatFieldValue(profile[name], clock)} → ${formatFieldValue(fields[name]!, clock)}`,
    })),
    ...looks.map((kind) => ({ label: "You're looking for", text: `a ${kind} too` })),
  ];
}

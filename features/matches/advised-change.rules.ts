import type { ChangeFacts } from '../../matcher/run.ts';
import type { Message } from '../../messages/message.ts';
import type { Translator } from '../../messages/translator.ts';
import { parseClockMinutes } from '../../time/instants.ts';
import { formatWallHours } from '../../time/reader-hours.ts';
import type { ClockHours } from '../../time/reader-times.ts';
import * as shared from '../../web/ui/ui.messages.ts';
import { formatDay } from '../profiles/day-labels.schema.ts';
import type { GroupFormat } from '../profiles/group-formats.schema.ts';
import type { StoredFields } from '../profiles/profile-fields.schema.ts';
import * as messages from './matches.messages.ts';

/** The profile fields that advice can change. */
export type EditableProfile = Pick<
  StoredFields,
  'crossplay' | 'modes' | 'availability' | 'role' | 'flex_positions' | 'languages'
>;
/**
 * Advised values of profile fields, and the kinds of group that the player should start looking for. The kinds of group
 * aren't stored in the profile.
 */
export type AdvisedChange = { fields: Partial<EditableProfile>; looks: GroupFormat[] };

/** Adds a word unless it's already listed, so that following advice twice has no further effect. */
const withEntry = (list: readonly string[], word: string) => (list.includes(word) ? [...list] : [...list, word]);

/**
 * Returns the profile with the advice applied, exactly as in the run that verified the advice.
 * @returns only the changes; undefined if a profile edit isn't enough, such as when the advice is to leave a party
 */
export function toAdvisedChange(profile: EditableProfile, advice: readonly ChangeFacts[]): AdvisedChange | undefined {
  const fields: Partial<EditableProfile> = {};
  const lookingChanges: AdvisedChange['looks'] = [];
  const getCurrent = <Name extends keyof EditableProfile>(name: Name): EditableProfile[Name] =>
    (fields[name] ?? profile[name]) as EditableProfile[Name];
  for (const change of advice) {
    switch (change.kind) {
      case 'party':
        return undefined;
      case 'wants':
        lookingChanges.push(change.wants);
        break;
      case 'crossplay':
        fields.crossplay = true;
        break;
      case 'mode':
        fields.modes = withEntry(getCurrent('modes'), change.mode) as EditableProfile['modes'];
        break;
      case 'language':
        fields.languages = withEntry(getCurrent('languages'), change.language) as EditableProfile['languages'];
        break;
      case 'time': {
        const window = { days: [change.day], start: change.start, end: change.end };
        fields.availability = [...getCurrent('availability'), window] as EditableProfile['availability'];
        break;
      }
      case 'position':
        if (change.first) fields.role = change.position as EditableProfile['role'];
        else
          fields.flex_positions = withEntry(
            getCurrent('flex_positions'),
            change.position,
          ) as EditableProfile['flex_positions'];
        break;
    }
  }
  return { fields, looks: lookingChanges };
}

const LABELS: Record<keyof EditableProfile, Message> = {
  crossplay: messages.changedCrossplay,
  modes: messages.changedModes,
  availability: messages.changedHours,
  role: messages.changedPosition,
  flex_positions: messages.changedFlexPositions,
  languages: messages.changedLanguages,
};

/** Formats a field's value for a reader with a 12- or 24-hour clock. */
function formatFieldValue(t: Translator, value: EditableProfile[keyof EditableProfile], clock: ClockHours): string {
  if (typeof value === 'boolean') return t(value ? messages.valueOn : messages.valueOff);
  if (!Array.isArray(value)) return value || t(messages.valueNone);
  const texts = value.map((one) => (typeof one === 'string' ? one : formatWindow(t, one, clock)));
  return texts.length > 0 ? texts.join(' · ') : t(messages.valueNone);
}

function formatWindow(t: Translator, { days, start, end }: EditableProfile['availability'][number], clock: ClockHours) {
  const names = days.map((day) => formatDay(t, day));
  const hours = [parseClockMinutes(start), parseClockMinutes(end)] as const;
  return `${names.join(', ')} ${formatWallHours(t, hours, clock, t(shared.allDay))}`;
}

/** Formats a change for its preview, with one line per field. */
export function formatChangeLines(
  t: Translator,
  profile: EditableProfile,
  { fields, looks }: AdvisedChange,
  clock: ClockHours,
): { label: string; text: string }[] {
  const names = Object.keys(fields) as (keyof EditableProfile)[];
  return [
    ...names.map((name) => ({
      label: t(LABELS[name]),
      text: t(messages.changedField, {
        before: formatFieldValue(t, profile[name], clock),
        after: formatFieldValue(t, fields[name]!, clock),
      }),
    })),
    ...looks.map((format) => ({ label: t(messages.changedLooking), text: t(messages.looksForToo, { format }) })),
  ];
}

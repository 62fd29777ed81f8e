import { lazy, Suspense } from 'react';
import { english } from '../../../messages/lazy-text.ts';
import type { Message } from '../../../messages/message.ts';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { CheckChips } from '../../../web/ui/check-chips.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { useWeekStart } from '../../../web/ui/reader-week.ts';
import { Select } from '../../../web/ui/select.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { useReader, useViewerZone } from '../../../web/ui/viewer-zone.ts';
import { createEmptyWeek, formatWeekLines } from '../../../web/ui/week-cells.ts';
import { WeekEditor } from '../../../web/ui/week-editor.tsx';
import * as messages from '../team-assembly.messages.ts';
import { AVAILABILITY_MAX, SKILL_TIERS, TEAM_PLATFORMS, TEAM_REGIONS, TEAM_ROLES } from '../team-choices.schema.ts';
import { RequestedCourt } from './requested-court.tsx';

/** Loaded only when the user writes availability text. */
const HoursRead = lazy(async () => ({ default: (await import('./availability-preview.tsx')).AvailabilityPreview }));

export type Draft = {
  roles: string[];
  tier: string;
  region: string;
  platform: string;
  availability: string;
  week: readonly boolean[];
  contact: string;
  notes: string;
  deadline: string;
};

/** Error messages by field. */
export type Problems = Partial<Record<string, string>>;

export const createEmptyDraft = (): Draft => ({
  roles: [],
  tier: '',
  region: '',
  platform: '',
  availability: '',
  week: createEmptyWeek(),
  contact: '',
  notes: '',
  deadline: '',
});

const listOptions = (t: Translator, labels: Record<string, Message>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label: t(label) }));

type Props = {
  draft: Draft;
  problems: Problems;
  onChange: (change: Partial<Draft>) => void;
};

/** The fields of a Team Assembly request. Painted hours are also written into the text, which stays editable. */
export function RequestFields({ draft, problems, onChange }: Props) {
  const t = useTranslator();
  const { zone, clock } = useReader(useViewerZone('America/New_York'));
  const weekStart = useWeekStart();
  // In English, which the parser reads in every language.
  const formatHours = (week: readonly boolean[]) => formatWeekLines(english, week, clock, weekStart).join('; ');
  const render = (week: readonly boolean[]) => {
    const isUntouched = draft.availability === '' || draft.availability === formatHours(draft.week);
    onChange({ week, ...(isUntouched ? { availability: formatHours(week) } : {}) });
  };
  return (
    <>
      <div className="grid items-center gap-8 lg:grid-cols-[1fr_15rem]">
        <div className="stack-lg">
          <Field
            label={t(messages.desiredRoles)}
            group
            error={problems.desired_roles ?? false}
            hint={t(messages.desiredRolesHint)}
          >
            <CheckChips options={[...TEAM_ROLES]} value={draft.roles} onChange={(roles) => onChange({ roles })} />
          </Field>
          <div className="grid gap-4 md:grid-cols-3">
            <Field label={t(messages.tierField)} required error={problems.skill_tiers ?? false}>
              <Select
                options={listOptions(t, SKILL_TIERS)}
                placeholder={t(messages.chooseTier)}
                value={draft.tier}
                onChange={(event) => onChange({ tier: event.target.value })}
              />
            </Field>
            <Field label={t(messages.region)} required error={problems.region ?? false}>
              <Select
                options={listOptions(t, TEAM_REGIONS)}
                placeholder={t(messages.chooseRegion)}
                value={draft.region}
                onChange={(event) => onChange({ region: event.target.value })}
              />
            </Field>
            <Field label={t(messages.platform)} required error={problems.platform ?? false}>
              <Select
                options={Object.entries(TEAM_PLATFORMS).map(([value, label]) => ({ value, label }))}
                placeholder={t(messages.choosePlatform)}
                value={draft.platform}
                onChange={(event) => onChange({ platform: event.target.value })}
              />
            </Field>
          </div>
        </div>
        <RequestedCourt roles={draft.roles} />
      </div>
      <Field label={t(messages.paintedHours)} group optional hint={t(messages.paintedHoursHint)}>
        <WeekEditor value={draft.week} onChange={render} zone={zone} />
      </Field>
      <Field label={t(messages.availability)} required error={problems.availability_windows ?? false}>
        <TextArea
          rows={2}
          maxLength={AVAILABILITY_MAX}
          value={draft.availability}
          placeholder={t(messages.availabilityExample)}
          onChange={(event) => onChange({ availability: event.target.value })}
        />
      </Field>
      {draft.availability.trim() !== '' && (
        <Suspense fallback={null}>
          <HoursRead text={draft.availability} painted={draft.week} onTake={(week) => onChange({ week })} />
        </Suspense>
      )}
      <div className="grid gap-4 md:grid-cols-2">
        <Field
          label={t(messages.contact)}
          required
          hint={t(messages.contactHint)}
          error={problems.discord_psn ?? false}
        >
          <TextInput
            value={draft.contact}
            maxLength={100}
            onChange={(event) => onChange({ contact: event.target.value })}
          />
        </Field>
        <Field label={t(messages.deadline)} required error={problems.deadline ?? false} hint={t(messages.deadlineHint)}>
          <TextInput
            type="date"
            value={draft.deadline}
            onChange={(event) => onChange({ deadline: event.target.value })}
          />
        </Field>
      </div>
      <Field label={t(messages.budgetNotes)} optional error={problems.budget_notes ?? false}>
        <TextArea
          rows={3}
          maxLength={1000}
          value={draft.notes}
          onChange={(event) => onChange({ notes: event.target.value })}
        />
      </Field>
    </>
  );
}

import { lazy, Suspense } from 'react';
import { CheckChips } from '../../../web/ui/check-chips.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { useWeekStart } from '../../../web/ui/reader-week.ts';
import { Select } from '../../../web/ui/select.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { useReader, useViewerZone } from '../../../web/ui/viewer-zone.ts';
import { createEmptyWeek, formatWeekLines } from '../../../web/ui/week-cells.ts';
import { WeekEditor } from '../../../web/ui/week-editor.tsx';
import { AVAILABILITY_MAX, SKILL_TIERS, TEAM_PLATFORMS, TEAM_REGIONS, TEAM_ROLES } from '../team-choices.schema.ts';
import { RequestedCourt } from './team-court.tsx';

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

const options = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));

type Props = {
  draft: Draft;
  problems: Problems;
  onChange: (change: Partial<Draft>) => void;
};

/** The fields of a Team Assembly request. Painted hours are also written into the text, which stays editable. */
export function RequestFields({ draft, problems, onChange }: Props) {
  const { zone, clock } = useReader(useViewerZone('America/New_York'));
  const weekStart = useWeekStart();
  const words = (week: readonly boolean[]) => formatWeekLines(week, clock, weekStart).join('; ');
  const drawn = (week: readonly boolean[]) => {
    const untouched = draft.availability === '' || draft.availability === words(draft.week);
    onChange({ week, ...(untouched ? { availability: words(week) } : {}) });
  };
  return (
    <>
      <div className="grid items-center gap-8 lg:grid-cols-[1fr_15rem]">
        <div className="stack-lg">
          <Field
            label="Desired Roles *"
            group
            error={problems.desired_roles ?? false}
            hint="You always get five players. Choose the roles you need, and we’ll choose the rest."
          >
            <CheckChips options={[...TEAM_ROLES]} value={draft.roles} onChange={(roles) => onChange({ roles })} />
          </Field>
          <div className="grid gap-4 md:grid-cols-3">
            <Field label="Skill Tier" required error={problems.skill_tiers ?? false}>
              <Select
                options={options(SKILL_TIERS)}
                placeholder="Choose a tier"
                value={draft.tier}
                onChange={(event) => onChange({ tier: event.target.value })}
              />
            </Field>
            <Field label="Region" required error={problems.region ?? false}>
              <Select
                options={options(TEAM_REGIONS)}
                placeholder="Choose a region"
                value={draft.region}
                onChange={(event) => onChange({ region: event.target.value })}
              />
            </Field>
            <Field label="Platform" required error={problems.platform ?? false}>
              <Select
                options={options(TEAM_PLATFORMS)}
                placeholder="Choose a platform"
                value={draft.platform}
                onChange={(event) => onChange({ platform: event.target.value })}
              />
            </Field>
          </div>
        </div>
        <RequestedCourt roles={draft.roles} />
      </div>
      <Field
        label="Hours you can play"
        group
        optional
        hint="Paint your hours. We rank candidates by the time you share."
      >
        <WeekEditor value={draft.week} onChange={drawn} zone={zone} />
      </Field>
      <Field label="Availability" required error={problems.availability_windows ?? false}>
        <TextArea
          rows={2}
          maxLength={AVAILABILITY_MAX}
          value={draft.availability}
          placeholder="Weekdays after 7 PM Eastern"
          onChange={(event) => onChange({ availability: event.target.value })}
        />
      </Field>
      {draft.availability.trim() !== '' && (
        <Suspense fallback={null}>
          <HoursRead text={draft.availability} painted={draft.week} onTake={(week) => onChange({ week })} />
        </Suspense>
      )}
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="Discord/PSN" required hint="How your players reach you." error={problems.discord_psn ?? false}>
          <TextInput
            value={draft.contact}
            maxLength={100}
            onChange={(event) => onChange({ contact: event.target.value })}
          />
        </Field>
        <Field label="Deadline" required error={problems.deadline ?? false} hint="The day you want to play by.">
          <TextInput
            type="date"
            value={draft.deadline}
            onChange={(event) => onChange({ deadline: event.target.value })}
          />
        </Field>
      </div>
      <Field label="Budget Notes" optional error={problems.budget_notes ?? false}>
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

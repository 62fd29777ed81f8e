import { useState } from 'react';
import { Button } from '../../../web/ui/button.tsx';
import { Disclosure } from '../../../web/ui/disclosure.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { parseWeekWindows, toWeekWindows } from '../../../web/ui/week-cells.ts';
import { WeekEditor } from '../../../web/ui/week-editor.tsx';
import { useDraft } from '../../../web/use-draft.ts';
import type { AvailabilityWindow } from '../profiles.schema.ts';
import { LookingChoices } from './looking-choices.tsx';
import { createQuestionRenderer } from './profile-questions.tsx';
import type { StepProps } from './step-props.ts';

/** Formats windows for editing, one per line. */
const toTypedHours = (windows: readonly AvailabilityWindow[]) =>
  windows.length === 0 ? '[]' : `[\n${windows.map((window) => `  ${JSON.stringify(window)}`).join(',\n')}\n]`;

const onTheHour = (windows: readonly AvailabilityWindow[]) =>
  windows.every(({ start, end }) => start.endsWith(':00') && end.endsWith(':00'));

export function HoursStep(props: StepProps) {
  const { draft, change, looking, onLooking } = props;
  const ask = createQuestionRenderer(props, {
    availability: {
      group: true,
      control: (
        <WeekEditor
          value={parseWeekWindows(draft.availability)}
          onChange={(cells) => change({ availability: toWeekWindows(cells) })}
          {...(draft.timezone ? { zone: draft.timezone } : {})}
        />
      ),
    },
  });
  return (
    <div className="stack-lg">
      {ask('availability')}
      {!onTheHour(draft.availability) && (
        <p className="text-sm text-mist">
          Some of your windows don't start or end on the hour. We'll keep them as they are. Painting rounds to whole
          hours.
        </p>
      )}
      <TypedHours windows={draft.availability} onTake={(availability) => change({ availability })} />
      <LookingChoices looking={looking} onLooking={onLooking} />
    </div>
  );
}

const UNTOUCHED: { text?: string } = {};

/** The same availability as JSON, for users who prefer typing. Invalid text stays in the box with an error. */
function TypedHours({
  windows,
  onTake,
}: {
  windows: AvailabilityWindow[];
  onTake: (windows: AvailabilityWindow[]) => void;
}) {
  const [{ text }, keep] = useDraft('draft:availability-json', UNTOUCHED);
  const [open] = useState(text !== undefined);
  const [problem, setProblem] = useState<string>();

  const takeOver = async () => {
    try {
      // The validator is loaded only for users who edit the JSON.
      const { readAvailability } = await import('../profile-hours.schema.ts');
      const read = readAvailability(text ?? '[]');
      if ('problem' in read) return setProblem(read.problem);
      onTake(read.windows);
      keep(UNTOUCHED);
      setProblem(undefined);
    } catch {
      setProblem("Couldn't load the check. Check your connection and try again.");
    }
  };

  return (
    <Disclosure summary="Type it as JSON instead" open={open}>
      <div className="stack">
        <Field
          id="availability_json"
          label="Availability as JSON"
          error={problem}
          hint='A list of windows, like [{"days": ["Mon", "Tue"], "start": "19:00", "end": "23:00"}]. An end before the start means the next day.'
        >
          <TextArea
            className="font-mono text-sm"
            spellCheck={false}
            rows={5}
            value={text ?? toTypedHours(windows)}
            onChange={(event) => keep({ text: event.target.value })}
          />
        </Field>
        <div className="cluster">
          <Button variant="secondary" disabled={text === undefined} onClick={() => takeOver()}>
            Use this availability
          </Button>
          {text !== undefined && (
            <Button
              variant="ghost"
              onClick={() => {
                keep(UNTOUCHED);
                setProblem(undefined);
              }}
            >
              Discard typed changes
            </Button>
          )}
        </div>
      </div>
    </Disclosure>
  );
}

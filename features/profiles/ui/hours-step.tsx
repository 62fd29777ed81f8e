import { useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Disclosure } from '../../../web/ui/disclosure.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { parseWeekWindows, toWeekWindows } from '../../../web/ui/week-cells.ts';
import { WeekEditor } from '../../../web/ui/week-editor.tsx';
import { useDraft } from '../../../web/use-draft.ts';
import * as messages from '../profiles.messages.ts';
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
  const t = useTranslator();
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
      {!onTheHour(draft.availability) && <p className="text-sm text-mist">{t(messages.partialHoursHint)}</p>}
      <TypedHours windows={draft.availability} onTake={(availability) => change({ availability })} />
      <LookingChoices looking={looking} onLooking={onLooking} />
    </div>
  );
}

const JSON_EXAMPLE = '[{"days": ["Mon", "Tue"], "start": "19:00", "end": "23:00"}]';
const EMPTY_DRAFT: { text?: string } = {};

/** Edits availability as JSON, for users who prefer typing. Invalid text stays in the box with an error. */
function TypedHours({
  windows,
  onTake,
}: {
  windows: AvailabilityWindow[];
  onTake: (windows: AvailabilityWindow[]) => void;
}) {
  const t = useTranslator();
  const [{ text }, keep] = useDraft('draft:availability-json', EMPTY_DRAFT);
  const [open] = useState(text !== undefined);
  const [problem, setProblem] = useState<string>();

  const takeOver = async () => {
    try {
      // The validator is loaded only for users who edit the JSON.
      const { readAvailability } = await import('../profile-hours.schema.ts');
      const read = readAvailability(t, text ?? '[]');
      if ('problem' in read) return setProblem(read.problem);
      onTake(read.windows);
      keep(EMPTY_DRAFT);
      setProblem(undefined);
    } catch {
      setProblem(t(messages.jsonCheckFailed));
    }
  };

  return (
    <Disclosure summary={t(messages.typeJson)} open={open}>
      <div className="stack">
        <Field
          id="availability_json"
          label={t(messages.jsonLabel)}
          error={problem}
          hint={t(messages.jsonHint, { example: JSON_EXAMPLE })}
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
            {t(messages.applyJson)}
          </Button>
          {text !== undefined && (
            <Button
              variant="ghost"
              onClick={() => {
                keep(EMPTY_DRAFT);
                setProblem(undefined);
              }}
            >
              {t(messages.discardJson)}
            </Button>
          )}
        </div>
      </div>
    </Disclosure>
  );
}

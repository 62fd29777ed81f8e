import { useTranslator } from '../../../messages/use-translator.tsx';
import { Disclosure } from '../../../web/ui/disclosure.tsx';
import { parseWeekWindows, toWeekWindows } from '../../../web/ui/week-cells.ts';
import { WeekEditor } from '../../../web/ui/week-editor.tsx';
import * as messages from '../profiles.messages.ts';
import type { AvailabilityWindow } from '../profiles.schema.ts';
import { LookingChoices } from './looking-choices.tsx';
import { createQuestionRenderer } from './profile-questions.tsx';
import type { StepProps } from './step-props.ts';

const onTheHour = (windows: readonly AvailabilityWindow[]) =>
  windows.every(({ start, end }) => start.endsWith(':00') && end.endsWith(':00'));

export function HoursStep(props: StepProps) {
  const t = useTranslator();
  const { draft, change, whole, looking, onLooking } = props;
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
      {!onTheHour(draft.availability) && <p className="text-sm text-muted">{t(messages.partialHoursHint)}</p>}
      {whole ? (
        <LookingChoices looking={looking} onLooking={onLooking} />
      ) : (
        <Disclosure className="fold-quiet" summary={t(messages.lookingLabel)}>
          <LookingChoices looking={looking} onLooking={onLooking} />
        </Disclosure>
      )}
    </div>
  );
}

import type { Message } from '../../../messages/message.ts';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { type ClockHours, formatReaderTime } from '../../../time/reader-times.ts';
import { toCanonicalZone } from '../../../time/zone-names.ts';
import { useReaderClock } from '../../../web/ui/reader-clock.ts';
import { LIMITS, REGIONS, type Region } from '../game.schema.ts';
import { REGION_LABELS } from '../game-labels.schema.ts';
import * as messages from '../profiles.messages.ts';
import { LanguageInput } from './language-input.tsx';
import { createQuestionRenderer } from './profile-questions.tsx';
import type { StepProps } from './step-props.ts';

/** Labels of the regions, spelled out where an abbreviation isn't enough. */
const REGION_CHOICES: Record<Region, Message> = {
  ...REGION_LABELS,
  EU: messages.regionEurope,
  SA: messages.regionSouthAmerica,
};

/** Lists the browser's time zones, plus the chosen zone in case the browser uses another name for it. */
function listZones(selectedZone: string): string[] {
  const zones = Intl.supportedValuesOf('timeZone');
  return selectedZone === '' || zones.includes(selectedZone) ? zones : [selectedZone, ...zones];
}

function formatTimeIn(t: Translator, zone: string, clock: ClockHours): string | undefined {
  return toCanonicalZone(zone) && formatReaderTime(t, new Date(), 'long-weekday-clock', { zone, clock });
}

export function BasicsStep(props: StepProps) {
  const t = useTranslator();
  const { timezone } = props.draft;
  const clock = useReaderClock();
  const now = timezone && formatTimeIn(t, timezone, clock);
  const ask = createQuestionRenderer(props, {
    display_name: { input: { maxLength: LIMITS.displayName, autoComplete: 'nickname' } },
    email: { input: { type: 'email', autoComplete: 'email', inputMode: 'email' } },
    region: {
      options: REGIONS.map((region) => ({ value: region, label: t(REGION_CHOICES[region]) })),
    },
    languages: {
      control: (
        <LanguageInput
          value={props.draft.languages}
          placeholder={t(messages.languagesPlaceholder)}
          onChange={(languages) => props.change({ languages })}
        />
      ),
    },
    timezone: {
      hint: now ? t(messages.timeThere, { now }) : undefined,
      options: listZones(timezone).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
    },
  });
  return (
    <div className="stack-lg">
      <div className="field-pairs">
        {ask('display_name')}
        {ask('email')}
        {ask('region')}
        {ask('timezone')}
      </div>
      {ask('languages')}
    </div>
  );
}

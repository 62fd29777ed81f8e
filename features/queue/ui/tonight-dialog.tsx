import { useMemo, useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { describeZone, formatReaderTime } from '../../../time/reader-times.ts';
import { ApiError } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { DialogActions } from '../../../web/ui/dialog-actions.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { getServerNow } from '../../../web/ui/server-clock.ts';
import { Switch } from '../../../web/ui/switch.tsx';
import { useReader } from '../../../web/ui/viewer-zone.ts';
import { attempt } from '../../../web/use-action.ts';
import * as messages from '../queue.messages.ts';
import type { WaitEstimate } from '../queue.schema.ts';
import { changePlaySettings, usePlaySettings } from './play-settings.ts';
import { listEndsAfter, listTonightTimes } from './tonight-times.ts';

type Props = {
  wait: WaitEstimate;
  /** Number of party members who come along. */
  mates: number;
  /** @throws ApiError on a refusal; the dialog then keeps the selection */
  onJoin: (hours: { from: string; until: string }) => Promise<void>;
  onClose: () => void;
};

/** The dialog for choosing availability for tonight. */
export function TonightDialog({ wait, mates, onJoin, onClose }: Props) {
  const t = useTranslator();
  const reader = useReader();
  const { zone } = reader;
  const tonightTimes = useMemo(() => listTonightTimes(getServerNow(), zone), [zone]);
  const [from, setFrom] = useState(tonightTimes.from);
  const [chosenUntil, setUntil] = useState(tonightTimes.until);
  const [problem, setProblem] = useState<{ field?: string | undefined; sentence: string }>();
  const { anyLanguage } = usePlaySettings();
  const endTimes = listEndsAfter(tonightTimes, from);
  const endTime = endTimes.includes(chosenUntil) ? chosenUntil : endTimes[0]!;
  const renderOptions = (instants: string[]) =>
    instants.map((value) => ({ value, label: formatReaderTime(t, value, 'clock', reader) }));

  const join = async () => {
    setProblem(undefined);
    await attempt(
      () => onJoin({ from, until: endTime }),
      undefined,
      (sentence, error) => setProblem({ field: error instanceof ApiError ? error.field : undefined, sentence }),
    );
  };

  return (
    <Dialog open onClose={onClose} title={t(messages.tonightTitle)} description={wait.sentence} size="sm">
      <Form className="stack" onSubmit={join}>
        <div className="grid grid-cols-2 gap-4">
          <Field label={t(messages.tonightFrom)} error={problem?.field === 'from' && problem.sentence}>
            <Select
              options={renderOptions(tonightTimes.starts)}
              value={from}
              onChange={(event) => setFrom(event.target.value)}
            />
          </Field>
          <Field label={t(messages.tonightUntil)} error={problem?.field === 'until' && problem.sentence}>
            <Select
              options={renderOptions(endTimes)}
              value={endTime}
              onChange={(event) => setUntil(event.target.value)}
            />
          </Field>
        </div>
        <p className="text-sm text-muted">{t(messages.tonightHint, { zone: describeZone(t, zone) })}</p>
        <Switch
          label={t(messages.anyLanguage)}
          hint={t(messages.anyLanguageHint)}
          checked={anyLanguage}
          onChange={(on) => changePlaySettings({ anyLanguage: on })}
        />
        {problem && problem.field !== 'from' && problem.field !== 'until' && (
          <p className="field-error" role="alert">
            {problem.sentence}
          </p>
        )}
        <DialogActions>
          <Button variant="ghost" onClick={onClose}>
            {t(messages.cancel)}
          </Button>
          <Button type="submit" loadingLabel={t(messages.joining)}>
            {mates > 0 ? t(messages.queueForTonightWith, { count: mates }) : t(messages.queueForTonight)}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

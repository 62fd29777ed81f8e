import { useState } from 'react';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
import {
  OPERATING_MODES,
  type OperatingMode,
  type OperatingReport,
  type SwitchableFeature,
} from '../../health/operating/operating.schema.ts';
import type { AdminActionInput } from '../admin.schema.ts';
import { FEATURE_NAMES } from '../operating-texts.wording.ts';
import { runAction } from './admin-action.ts';
import { WhenLoaded } from './loading.tsx';
import { formatTime } from './times.ts';
import { useAdminQuery } from './use-admin-query.ts';

const MODES: Record<OperatingMode, { label: string; now: string; question: string; consequence: string }> = {
  open: {
    label: 'Open',
    now: 'Open to everyone.',
    question: 'Open Planet Crew?',
    consequence: 'Everyone can use the site again.',
  },
  'read-only': {
    label: 'Read-only',
    now: 'Everyone can read. Nothing is saved.',
    question: 'Make Planet Crew read-only?',
    consequence: 'People can look around, but nothing they do is saved. Background jobs continue.',
  },
  maintenance: {
    label: 'Maintenance',
    now: 'Only admins get in. Everyone else sees the maintenance page.',
    question: 'Start maintenance?',
    consequence: 'Everyone but admins sees the maintenance page, and other programs get an error.',
  },
};

/** Explains what happens when a feature is switched off. Anything that has already started can continue. */
const HINTS: Record<SwitchableFeature, string> = {
  queue: 'Off: everyone waiting leaves, and no one can join.',
  deals: 'Off: no new orders. Paid orders continue.',
  tokens: 'Off: no wallet can be connected.',
  tournament: 'Off: no votes.',
  concierge: 'Off: no new requests.',
};

type Question = { title: string; confirm: string; text: string; action: AdminActionInput };

/** The mode of the installation and its feature switches. */
export function OperatingPanel() {
  const query = useAdminQuery(() => browserApi().api.admin.operating.$get(), 'operating');
  return (
    <WhenLoaded loaded={query} label="Loading the switches">
      {(report) => <OperatingControls report={report as OperatingReport} reload={query.reload} />}
    </WhenLoaded>
  );
}

export function OperatingControls({ report, reload }: { report: OperatingReport; reload: () => void }) {
  const [question, setQuestion] = useState<Question>();
  const [isBusy, setBusy] = useState(false);
  const perform = async (action: AdminActionInput) => {
    setQuestion(undefined);
    setBusy(true);
    await runAction(action, reload);
    setBusy(false);
  };
  const askForMode = (mode: OperatingMode) => {
    const { question: title, label: confirm, consequence: text } = MODES[mode];
    setQuestion({ title, confirm, text, action: { action: 'set_mode', mode } });
  };
  const requestSwitch = (feature: SwitchableFeature, isOff: boolean) => {
    const action = { action: 'switch_feature', feature, off: isOff } as const;
    if (!isOff || feature !== 'queue') return perform(action);
    setQuestion({
      title: 'Stop the live queue?',
      confirm: 'Stop it',
      text: 'Everyone waiting leaves the queue.',
      action,
    });
  };
  return (
    <Panel
      as="section"
      padding="sm"
      tone={report.mode === 'open' ? undefined : 'red'}
      className="stack gap-4"
      aria-labelledby="operating"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="operating" className="text-base">
            Operation
          </h2>
          <p className="text-sm text-muted">
            {`${MODES[report.mode].now}${report.since ? ` Since ${formatTime(report.since)}.` : ''}`}
          </p>
        </div>
        <fieldset className="flex flex-wrap gap-2" aria-label="Mode">
          {OPERATING_MODES.map((mode) => (
            <Button
              key={mode}
              size="sm"
              variant={mode === report.mode ? 'primary' : 'secondary'}
              aria-pressed={mode === report.mode}
              aria-disabled={isBusy}
              onClick={() => mode !== report.mode && askForMode(mode)}
            >
              {MODES[mode].label}
            </Button>
          ))}
        </fieldset>
      </div>
      <div className="grid gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
        {report.switches.map(({ feature, off }) => (
          <Switch
            key={feature}
            label={FEATURE_NAMES[feature]}
            hint={HINTS[feature]}
            checked={!off}
            onChange={(isOn) => !isBusy && void requestSwitch(feature, !isOn)}
          />
        ))}
      </div>
      <ConfirmDialog
        open={question !== undefined}
        title={question?.title ?? ''}
        confirmLabel={question?.confirm ?? ''}
        onConfirm={() => question && perform(question.action)}
        onCancel={() => setQuestion(undefined)}
      >
        {question?.text}
      </ConfirmDialog>
    </Panel>
  );
}

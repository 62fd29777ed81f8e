import { useState } from 'react';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import type { IconName } from '../../../web/ui/icon.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { runSystemAction } from './admin-action.ts';
import { OperatingPanel } from './operating-panel.tsx';
import { RebuildMatches } from './rebuild-matches.tsx';

type Action = 'run_matcher' | 'seed_data' | 'test_email' | 'test_sms';
const ACTIONS: { action: Action; label: string; about: string; icon: IconName; confirm?: string }[] = [
  {
    action: 'run_matcher',
    label: 'Run Matcher Now',
    icon: 'bolt',
    about: "Proposes squads and pairs to everyone who's available.",
  },
  {
    action: 'seed_data',
    label: 'Seed Test Data',
    icon: 'users',
    about: 'Creates 6 test profiles.',
    confirm: "Six made-up players will appear in the directory and may be matched. You can't undo this.",
  },
  { action: 'test_email', label: 'Test Email', icon: 'mail', about: 'To the email address in your profile.' },
  { action: 'test_sms', label: 'Test SMS', icon: 'phone', about: 'To the phone number in your profile.' },
];

export function ActionsTab({ onChange }: { onChange: () => void }) {
  const [busy, setBusy] = useState<Action>();
  const [confirmedAction, setActionToConfirm] = useState<(typeof ACTIONS)[number]>();
  const run = async ({ action, label }: (typeof ACTIONS)[number]) => {
    setActionToConfirm(undefined);
    setBusy(action);
    await runSystemAction({ action }, label);
    setBusy(undefined);
    onChange();
  };
  return (
    <div className="stack-lg">
      <OperatingPanel />
      <div className="card-grid gap-3 lg:gap-4">
        {ACTIONS.map((each) => (
          <Panel key={each.action} as="section" padding="sm" className="stack gap-2">
            <p className="text-sm text-muted">{each.about}</p>
            <Button
              variant="secondary"
              icon={each.icon}
              loading={busy === each.action}
              className="mt-auto self-start"
              onClick={() => (each.confirm ? setActionToConfirm(each) : run(each))}
            >
              {each.label}
            </Button>
          </Panel>
        ))}
      </div>
      <RebuildMatches onChange={onChange} />
      <ConfirmDialog
        open={confirmedAction !== undefined}
        title={`${confirmedAction?.label ?? ''}?`}
        confirmLabel={confirmedAction?.label ?? ''}
        onConfirm={() => confirmedAction && run(confirmedAction)}
        onCancel={() => setActionToConfirm(undefined)}
      >
        {confirmedAction?.confirm}
      </ConfirmDialog>
    </div>
  );
}

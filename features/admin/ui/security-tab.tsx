import { useState } from 'react';
import { english } from '../../../messages/lazy-text.ts';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { MARKS, type Mark } from '../../accounts/security-events/security-events.schema.ts';
import { MARK_LABELS } from '../../accounts/security-events/security-events.wording.ts';
import { SecurityEventLines } from './security-event-lines.tsx';
import { useAdminQuery } from './use-admin-query.ts';

/** Shows the marked security events of all accounts. */
export function SecurityTab({ onPlayer }: { onPlayer: (id: string) => void }) {
  const [mark, setMark] = useState<Mark | ''>('');
  const [before, setBefore] = useState<number>();
  const query = { ...(mark ? { mark } : {}), ...(before ? { before: String(before) } : {}) };
  const eventsQuery = useAdminQuery(
    () => browserApi().api.admin.journals.$get({ query }),
    new URLSearchParams(query).toString(),
  );
  return (
    <div className="stack">
      <Field label="Unusual activity" className="w-full sm:w-72">
        <Select
          placeholder="Everything"
          options={MARKS.map((value) => ({ value, label: english(MARK_LABELS[value]) }))}
          value={mark}
          onChange={(event) => {
            setBefore(undefined);
            setMark(event.target.value as Mark | '');
          }}
        />
      </Field>
      <SecurityEventLines
        loaded={eventsQuery}
        label="Loading security activity"
        caption="Unusual activity, newest first"
        empty="No unusual activity."
        more={[
          {
            key: 'who',
            header: 'Who',
            cell: (row) => (
              <Button variant="ghost" size="sm" onClick={() => onPlayer(row.user_id)}>
                {row.name ?? row.user_id.slice(0, 8)}
              </Button>
            ),
          },
        ]}
        onOlder={setBefore}
      />
    </div>
  );
}

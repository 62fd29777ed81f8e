import { useState } from 'react';
import { english } from '../../../messages/lazy-text.ts';
import { browserApi } from '../../../web/api-client.ts';
import { Field } from '../../../web/ui/field.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Select } from '../../../web/ui/select.tsx';
import type { SecurityActivityQuery } from '../../accounts/security-events/security-events.schema.ts';
import { listActivityFilters } from '../../accounts/security-events/security-events.wording.ts';
import { SecurityEventLines } from './security-event-lines.tsx';
import { useAdminQuery } from './use-admin-query.ts';

export function PlayerSecurityEvents({ id }: { id: string }) {
  const [show, setShow] = useState<SecurityActivityQuery['show']>('all');
  const [before, setBefore] = useState<number>();
  const query = { show, ...(before ? { before: String(before) } : {}) };
  const eventsQuery = useAdminQuery(
    () => browserApi().api.admin.accounts[':id'].journal.$get({ param: { id }, query }),
    new URLSearchParams(query).toString(),
  );
  return (
    <Panel as="section" className="stack" aria-labelledby="player-journal">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="player-journal" className="text-lg">
          Security activity
        </h2>
        <Field label="Show" className="w-full sm:w-72">
          <Select
            options={listActivityFilters(english)}
            value={show}
            onChange={(event) => {
              setBefore(undefined);
              setShow(event.target.value as SecurityActivityQuery['show']);
            }}
          />
        </Field>
      </div>
      <SecurityEventLines
        loaded={eventsQuery}
        label="Loading security activity"
        caption="Security activity"
        captionHidden
        empty="Nothing here."
        onOlder={setBefore}
      />
    </Panel>
  );
}

import { browserApi } from '../../../web/api-client.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import type { Finding, GoingLive } from '../../health/going-live.schema.ts';
import { WhenLoaded } from './loading.tsx';
import { formatTime } from './times.ts';
import { useAdminQuery } from './use-admin-query.ts';

const FAILURE = "Couldn't check the vendors";

const STATES = {
  met: { icon: 'check', label: 'Done', className: 'text-green' },
  unmet: { icon: 'warning', label: 'To do', className: 'text-red' },
  off: { icon: 'minus', label: 'Turned off', className: 'text-muted' },
} as const;

/** Shows the output of `npm run go-live`: the required vendor setup, checked when the tab opens and again on demand. */
export function GoingLiveList() {
  const goingLiveQuery = useAdminQuery(() => browserApi().api.admin['going-live'].$get(), '', FAILURE);
  return (
    <WhenLoaded loaded={goingLiveQuery} label="Checking every vendor (takes a few seconds)" failure={FAILURE}>
      {(found) => (
        <Vendors found={found as GoingLive} loading={goingLiveQuery.loading} reload={goingLiveQuery.reload} />
      )}
    </WhenLoaded>
  );
}

function Vendors({ found, loading, reload }: { found: GoingLive; loading: boolean; reload: () => void }) {
  const unmetCount = found.findings.filter(({ state }) => state === 'unmet').length;
  const vendors = [...new Set(found.findings.map(({ vendor }) => vendor))];
  return (
    <Panel as="section" className="stack" aria-labelledby="going-live">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="going-live" className="flex flex-wrap items-center gap-3 text-lg">
          Going live{' '}
          <Badge tone={unmetCount > 0 ? 'red' : 'green'}>
            {unmetCount > 0 ? `${unmetCount} to do` : 'Nothing to do'}
          </Badge>
        </h2>
        <Button variant="secondary" size="sm" icon="refresh" loading={loading} onClick={reload}>
          Check vendors again
        </Button>
      </div>
      <p className="text-sm text-muted">
        Checked {formatTime(found.checked_at)}. In a demo, sandboxes answer. With keys, this list checks the real
        vendors.
      </p>
      <div className="grid gap-6 lg:grid-cols-2">
        {vendors.map((vendor) => (
          <section key={vendor} className="stack" aria-label={vendor}>
            <h3 className="text-base">{vendor}</h3>
            <ul className="stack">
              {found.findings
                .filter((one) => one.vendor === vendor)
                .map((one) => (
                  <Line key={one.id} finding={one} />
                ))}
            </ul>
          </section>
        ))}
      </div>
    </Panel>
  );
}

function Line({ finding }: { finding: Finding }) {
  const { icon, label, className } = STATES[finding.state];
  return (
    <li className="flex gap-2">
      <Icon name={icon} label={label} className={`flex-none ${className}`} />
      <div className="wrap-anywhere min-w-0">
        <p>
          <strong>{finding.label}.</strong> {finding.found}
        </p>
        {finding.todo && <p className="mt-1 text-sm">What to do: {finding.todo}</p>}
      </div>
    </li>
  );
}

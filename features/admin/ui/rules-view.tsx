import { Panel } from '../../../web/ui/panel.tsx';
import {
  type EntryKind,
  formatEntry,
  formatWithUnit,
  getEmptyLabel,
  getValueAt,
  listEntryGroups,
} from '../../matches/rulebook/rulebook-entries.rules.ts';

/** Shows every weight, limit and relaxation with its explanation. */
export function RulesView({ rules }: { rules: Record<string, unknown> }) {
  const steps = Array.isArray(rules.relaxation) ? rules.relaxation.length : 0;
  return (
    <div className="lg:columns-2 lg:gap-6">
      {listEntryGroups(steps).map((group) => (
        <Panel
          key={group.title}
          as="section"
          aria-label={group.title}
          className="stack mb-6 min-w-0 break-inside-avoid"
        >
          <div>
            <h2 className="text-lg">{group.title}</h2>
            <p className="mt-2 text-sm text-muted">{group.about}</p>
          </div>
          <dl className="grid gap-4">
            {group.entries.map((entry) => (
              <div key={entry.path} className="grid gap-1 border-line border-t pt-3">
                <dt className="font-semibold">{entry.label}</dt>
                <dd className="whitespace-pre-line text-cyan wrap-anywhere">
                  {formatRuleValue(entry.kind, getValueAt(rules, entry.path), entry.unit)}
                </dd>
                <dd className="text-sm text-muted">{entry.about}</dd>
              </div>
            ))}
          </dl>
        </Panel>
      ))}
    </div>
  );
}

/** Formats a rule value for display. */
function formatRuleValue(kind: EntryKind, value: unknown, unit?: string): string {
  if (kind === 'switch') return value === true ? 'Yes' : 'No';
  const text = formatEntry(kind, value);
  return text === '' ? getEmptyLabel(kind) : formatWithUnit(text, unit);
}

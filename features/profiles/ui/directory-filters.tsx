import { Form, useNavigate } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { directoryAddress, filtersOf } from '../directory/directory.rules.ts';
import type { DirectoryFilters as Filters } from '../directory/directory.schema.ts';
import { FILTER_REGIONS, PLATFORM_LABELS } from '../directory/directory-filters.schema.ts';
import { POSITIONS } from '../game.schema.ts';

const MIC = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

const addressOf = (form: HTMLFormElement) => {
  const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  return directoryAddress(filtersOf(new URLSearchParams(entries)));
};

/** The filters live in the address. Without a script it is a plain form; with one, each choice takes effect at once. */
export function DirectoryFilters({ filters }: { filters: Filters }) {
  const navigate = useNavigate();
  const filtered = Object.keys(filters).length > 0;
  return (
    <Panel as="section" padding="sm" aria-label="Filters">
      <Form
        key={directoryAddress(filters)}
        method="get"
        action={paths.find}
        role="search"
        className="grid grid-cols-2 items-end gap-4 lg:grid-cols-5"
        onSubmit={(event) => {
          event.preventDefault();
          navigate(addressOf(event.currentTarget));
        }}
        onChange={(event) => navigate(addressOf(event.currentTarget), { preventScrollReset: true })}
      >
        <Field label="Platform">
          <Select name="platform" placeholder="All" options={PLATFORM_LABELS} defaultValue={filters.platform ?? ''} />
        </Field>
        <Field label="Role">
          <Select name="role" placeholder="All" options={POSITIONS} defaultValue={filters.role ?? ''} />
        </Field>
        <Field label="Region">
          <Select name="region" placeholder="All" options={FILTER_REGIONS} defaultValue={filters.region ?? ''} />
        </Field>
        <Field label="Mic">
          <Select name="mic" placeholder="Any" options={MIC} defaultValue={filters.mic ?? ''} />
        </Field>
        <div className="col-span-2 flex gap-2 lg:col-span-1">
          <Button type="submit" variant="secondary" icon="filter" className="flex-1">
            Filter
          </Button>
          {filtered && (
            <ButtonLink to={directoryAddress({})} variant="ghost">
              Clear
            </ButtonLink>
          )}
        </div>
      </Form>
    </Panel>
  );
}

import type { TournamentTexts } from '../../../content/tournament/tournament-texts.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import type { ChoiceOption } from '../../../web/ui/choice-option.ts';
import { Field } from '../../../web/ui/field.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import * as messages from '../tournament.messages.ts';
import type { Filters } from './filters.ts';

type RosterFiltersProps = {
  texts: TournamentTexts;
  filters: Filters;
  tiers: readonly string[];
  categories: readonly ChoiceOption[];
  shownCount: number;
  total: number;
  onChange: (change: Partial<Filters>) => void;
};

/** Search and two filters, as a plain form so it works before JavaScript runs. */
export function RosterFilters({ texts, filters, tiers, categories, shownCount, total, onChange }: RosterFiltersProps) {
  const t = useTranslator();
  return (
    <search aria-label={t(messages.rosterLabel)}>
      <form id="roster" method="get" className="roster-filters" onSubmit={(event) => event.preventDefault()}>
        <Field label={t(messages.searchLabel)} className="roster-search">
          <TextInput
            type="search"
            name="q"
            icon="search"
            placeholder={texts.search}
            value={filters.q}
            onChange={(event) => onChange({ q: event.target.value })}
          />
        </Field>
        <Field label={t(messages.tierFilter)}>
          <Select
            name="tier"
            placeholder={texts.allTiers}
            options={tiers}
            value={filters.tier}
            onChange={(event) => onChange({ tier: event.target.value })}
          />
        </Field>
        <Field label={t(messages.categoryFilter)}>
          <Select
            name="category"
            placeholder={texts.allCategories}
            options={categories}
            value={filters.category}
            onChange={(event) => onChange({ category: event.target.value })}
          />
        </Field>
        <noscript>
          <button type="submit" className="btn btn-secondary">
            {t(messages.searchButton)}
          </button>
        </noscript>
        <p className="roster-count" aria-live="polite">
          {shownCount === total
            ? t(messages.rosterAll, { total })
            : t(messages.rosterShown, { shown: shownCount, total })}
        </p>
      </form>
    </search>
  );
}

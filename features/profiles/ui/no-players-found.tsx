import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import type { DirectoryPage, DirectoryFilters as Filters } from '../directory/directory.schema.ts';
import * as messages from '../profiles.messages.ts';

type Props = {
  filters: Filters;
  page: DirectoryPage;
  count: number;
  /**
   * Returns the URL for a set of filters. It's a prop, because an import here would move its code into this lazily
   * loaded file.
   */
  addressOf: (filters: Filters, cursor?: string) => string;
};

/** Explains why a directory page is empty and what to do next. */
export function NoPlayersFound({ filters, page, count, addressOf }: Props) {
  const t = useTranslator();
  if (page.nextCursor) {
    return (
      <EmptyState
        icon="search"
        title={t(messages.emptyPageTitle)}
        action={<ButtonLink to={addressOf(filters, page.nextCursor)}>{t(messages.keepLooking)}</ButtonLink>}
      >
        {t(messages.emptyPageHint)}
      </EmptyState>
    );
  }
  if (page.free_when_i_am) {
    const { name } = filters;
    return (
      <EmptyState
        icon="clock"
        title={name ? t(messages.noOneFreeCalledTitle, { name }) : t(messages.noOneFreeTitle)}
        action={<ButtonLink to={addressOf({ ...filters, free: 'no' })}>{t(messages.showAnyHour)}</ButtonLink>}
      >
        {name ? t(messages.noOneFreeCalledHint) : t(messages.noOneFreeHint)}
      </EmptyState>
    );
  }
  if (filters.followed === 'yes' && count === 1) {
    return (
      <EmptyState
        icon="star"
        title={t(messages.noFollowsTitle)}
        action={<ButtonLink to={addressOf({})}>{t(messages.showEveryone)}</ButtonLink>}
      >
        {t(messages.noFollowsHint)}
      </EmptyState>
    );
  }
  if (count > 0) {
    return (
      <EmptyState
        icon="search"
        title={t(messages.noOneFitsTitle)}
        action={<ButtonLink to={addressOf({})}>{t(messages.showEveryone)}</ButtonLink>}
      >
        {t(messages.noOneFitsHint)}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="users"
      title={t(messages.emptyDirectoryTitle)}
      action={<ButtonLink to={paths.auth}>{t(messages.joinFree)}</ButtonLink>}
    >
      {t(messages.emptyDirectoryHint)}
    </EmptyState>
  );
}

import { paths } from '../../../content/paths.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import type { DirectoryPage, DirectoryFilters as Filters } from '../directory/directory.schema.ts';

type Props = {
  filters: Filters;
  page: DirectoryPage;
  /** The number of filters that are set. */
  count: number;
  /**
   * The URL for a set of filters, passed in by the page. Importing it here would load this component even when it isn't
   * needed.
   */
  addressOf: (filters: Filters, cursor?: string) => string;
};

/** Explains why a directory page is empty and what to do next. */
export function NoPlayersFound({ filters, page, count, addressOf }: Props) {
  if (page.nextCursor) {
    return (
      <EmptyState
        icon="search"
        title="No players so far"
        action={<ButtonLink to={addressOf(filters, page.nextCursor)}>Keep looking</ButtonLink>}
      >
        No one here fits yet. There are more players to check.
      </EmptyState>
    );
  }
  if (page.free_when_i_am) {
    const { name } = filters;
    return (
      <EmptyState
        icon="clock"
        title={name ? `No one called “${name}” is free when you are` : 'No one who fits is free when you are'}
        action={<ButtonLink to={addressOf({ ...filters, free: 'no' })}>Show players at any hour</ButtonLink>}
      >
        {name
          ? 'They may play at other times, or not be here.'
          : 'Show players with other hours, or add an evening to your availability.'}
      </EmptyState>
    );
  }
  if (filters.followed === 'yes' && count === 1) {
    return (
      <EmptyState
        icon="star"
        title="You don't follow anyone yet"
        action={<ButtonLink to={addressOf({})}>Show everyone</ButtonLink>}
      >
        Tap Follow on a profile, and you'll find that player here.
      </EmptyState>
    );
  }
  if (count > 0) {
    return (
      <EmptyState
        icon="search"
        title="No one fits these filters yet"
        action={<ButtonLink to={addressOf({})}>Show everyone</ButtonLink>}
      >
        Loosen a filter, or post a listing and let players come to you.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="users"
      title="The court is still empty"
      action={<ButtonLink to={paths.auth}>Join Free</ButtonLink>}
    >
      No one has published a profile yet. Be the first on the floor.
    </EmptyState>
  );
}

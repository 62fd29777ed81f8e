import { paths } from '../../../content/paths.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import type { DirectoryPage, DirectoryFilters as Filters } from '../directory/directory.schema.ts';

type Props = {
  filters: Filters;
  page: DirectoryPage;
  /** How many filters are set. */
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
        title="Nobody so far"
        action={<ButtonLink to={addressOf(filters, page.nextCursor)}>Look further</ButtonLink>}
      >
        Of the players here nobody fits. There are more to look through.
      </EmptyState>
    );
  }
  if (page.free_when_i_am) {
    const { name } = filters;
    return (
      <EmptyState
        icon="clock"
        title={name ? `Nobody called “${name}” is free when you are` : 'Nobody who fits is free when you are'}
        action={<ButtonLink to={addressOf({ ...filters, free: 'no' })}>Look at any hour</ButtonLink>}
      >
        {name
          ? 'They may play at other hours, or not be here.'
          : 'Look at those who play at other hours, or add an evening to yours.'}
      </EmptyState>
    );
  }
  if (filters.followed === 'yes' && count === 1) {
    return (
      <EmptyState
        icon="star"
        title="You follow nobody yet"
        action={<ButtonLink to={addressOf({})}>Show everybody</ButtonLink>}
      >
        Press Follow on a profile, and you find that player here.
      </EmptyState>
    );
  }
  if (count > 0) {
    return (
      <EmptyState
        icon="search"
        title="Nobody fits these filters yet"
        action={<ButtonLink to={addressOf({})}>Show everybody</ButtonLink>}
      >
        Loosen one of them, or post a listing and let players come to you.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="users"
      title="The court is still empty"
      action={<ButtonLink to={paths.auth}>Join Free</ButtonLink>}
    >
      Nobody has published a profile yet. Be the first one on the floor.
    </EmptyState>
  );
}

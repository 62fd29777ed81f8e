import { paths } from '../../../content/paths.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';

/** Shown instead of an order, or something about one, that the viewer isn't part of. */
export function MissingOrder({ title }: { title: string }) {
  return (
    <div className="page stack-lg py-8 sm:py-12">
      <EmptyState icon="search" title={title} action={<ButtonLink to={paths.money}>Your money</ButtonLink>}>
        It may belong to another account.
      </EmptyState>
    </div>
  );
}

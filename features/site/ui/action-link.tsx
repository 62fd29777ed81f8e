import { ButtonLink } from '../../../web/ui/button-link.tsx';
import type { ButtonStyle } from '../../../web/ui/button-style.ts';
import type { IconName } from '../../../web/ui/icon.tsx';

type ActionLinkProps = ButtonStyle & {
  action: { readonly label: string; readonly href: string };
  icon?: IconName;
  iconEnd?: IconName;
  className?: string;
};

/** A button from content. Its address determines whether it links outside the product. */
export function ActionLink({ action, ...look }: ActionLinkProps) {
  if (action.href.startsWith('/')) {
    return (
      <ButtonLink to={action.href} {...look}>
        {action.label}
      </ButtonLink>
    );
  }
  return (
    <ButtonLink href={action.href} {...look}>
      {action.label}
    </ButtonLink>
  );
}

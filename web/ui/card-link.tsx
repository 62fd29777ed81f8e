import type { ComponentProps } from 'react';
import { Link } from 'react-router';

/** A card's only link, usually around its title. It stretches over the whole card. */
export function CardLink({ className = '', ...rest }: ComponentProps<typeof Link>) {
  return <Link className={`card-link ${className}`} {...rest} />;
}

import type { ComponentProps } from 'react';
import { Link } from 'react-router';

/** The one link of a card, usually around its title: it stretches over the whole card. */
export function CardLink({ className = '', ...rest }: ComponentProps<typeof Link>) {
  return <Link className={`card-link ${className}`} {...rest} />;
}

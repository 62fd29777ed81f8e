import type { ComponentProps, ElementType } from 'react';
import type { Tone } from './tone.ts';

export type PanelProps = ComponentProps<'div'> & {
  as?: ElementType;
  padding?: 'none' | 'sm' | 'md' | 'lg';
  tone?: Tone;
  /** Draws a ball's seams in the corner. Use it for one panel per screen. */
  seam?: boolean;
};

export function Panel({ as: Tag = 'div', padding = 'md', tone, seam, className, ...rest }: PanelProps) {
  const classNames = ['panel', padding !== 'none' && `panel-${padding}`, seam && 'panel-seam', className];
  return <Tag className={classNames.filter(Boolean).join(' ')} data-tone={tone} {...rest} />;
}

import type { SVGProps } from 'react';
// The drawings stay out of the script: they're one cached file, and only their names are known here.
import type { IconName } from './icon-names.ts';
import sprite from './icons.svg?url&no-inline';

export type { IconName } from './icon-names.ts';

type IconProps = Omit<SVGProps<SVGSVGElement>, 'name'> & {
  name: IconName;
  size?: number;
  /** Only for an icon without text; next to text it's decorative. */
  label?: string;
};

export function Icon({ name, size = 20, label, className = '', ...rest }: IconProps) {
  const ear = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const);
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: `ear` names it or hides it
    <svg className={`icon ${className}`} width={size} height={size} viewBox="0 0 24 24" {...ear} {...rest}>
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}

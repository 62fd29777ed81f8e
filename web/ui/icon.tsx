import type { SVGProps } from 'react';
// Kept out of the script: the drawings are one cached file, and only their names are known here.
import type { IconName } from './icon-names.ts';
import sprite from './icons.svg?url&no-inline';

export type { IconName } from './icon-names.ts';

type IconProps = Omit<SVGProps<SVGSVGElement>, 'name'> & {
  name: IconName;
  size?: number;
  /** Only for an icon that stands alone; beside a text it is decoration. */
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

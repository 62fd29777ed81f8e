import type { SVGProps } from 'react';
// The script contains only the icons' names; the drawings are one cached file.
import type { IconName } from './icon-names.ts';
import sprite from './icons.svg?url&no-inline';

export type { IconName } from './icon-names.ts';

type IconProps = Omit<SVGProps<SVGSVGElement>, 'name'> & {
  name: IconName;
  size?: number;
  /** Accessible name; omit it next to text. */
  label?: string;
};

export function Icon({ name, size = 20, label, className = '', ...rest }: IconProps) {
  const ariaProps = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const);
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: `ariaProps` labels or hides it
    <svg className={`icon ${className}`} width={size} height={size} viewBox="0 0 24 24" {...ariaProps} {...rest}>
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}

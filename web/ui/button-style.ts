export type ButtonStyle = {
  /** `primary` is court orange; use at most one per screen. */
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  size?: 'sm' | 'md' | 'lg';
  /** Makes the button as wide as its container. */
  block?: boolean;
};

/** Returns the class names of a button, shared by the real button and links that look like one. */
export function getButtonClass({
  variant = 'primary',
  size = 'md',
  block,
  className,
}: ButtonStyle & { className?: string }) {
  return [`btn btn-${variant}`, size !== 'md' && `btn-${size}`, block && 'btn-block', className]
    .filter(Boolean)
    .join(' ');
}

export type ButtonStyle = {
  /** primary is court orange: at most one in sight. */
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  size?: 'sm' | 'md' | 'lg';
  /** As wide as its container. */
  block?: boolean;
};

/** The class names of a button, shared by the real button and the link that looks like one. */
export function buttonClass({
  variant = 'primary',
  size = 'md',
  block,
  className,
}: ButtonStyle & { className?: string }) {
  return [`btn btn-${variant}`, size !== 'md' && `btn-${size}`, block && 'btn-block', className]
    .filter(Boolean)
    .join(' ');
}

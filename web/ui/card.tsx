import { Panel, type PanelProps } from './panel.tsx';

/** A panel in a list. With a `CardLink` inside, the whole card is clickable; put buttons into `.card-actions`. */
export function Card({ className = '', as = 'article', ...rest }: PanelProps) {
  return <Panel as={as} className={`card ${className}`} {...rest} />;
}

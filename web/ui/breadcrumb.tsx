import { Link } from 'react-router';
import { useTranslator } from '../../messages/use-translator.tsx';
import * as messages from './ui.messages.ts';

export type Crumb = { label: string; to?: string };

export function Breadcrumb({ items, className = '' }: { items: readonly Crumb[]; className?: string }) {
  const t = useTranslator();
  return (
    <nav aria-label={t(messages.breadcrumb)} className={`crumbs ${className}`}>
      <ol>
        {items.map((item, index) => (
          <li key={item.label}>
            {item.to && index < items.length - 1 ? (
              <Link to={item.to}>{item.label}</Link>
            ) : (
              <span aria-current={index === items.length - 1 ? 'page' : undefined}>{item.label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

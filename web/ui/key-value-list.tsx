import type { ReactNode } from 'react';

type KeyValueListProps = {
  items: readonly { label: string; value: ReactNode }[];
  columns?: 1 | 2;
  className?: string;
};

export function KeyValueList({ items, columns = 1, className = '' }: KeyValueListProps) {
  return (
    <dl className={`facts facts-${columns} ${className}`}>
      {items.map((item) => (
        <div key={item.label}>
          <dt>{item.label}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}

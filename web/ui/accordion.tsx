import type { ReactNode } from 'react';
import { Disclosure } from './disclosure.tsx';

type AccordionProps = {
  items: readonly { id: string; title: ReactNode; content: ReactNode }[];
  /** Group name, unique on the page; at most one item of a group is open. */
  name: string;
  className?: string;
};

export function Accordion({ items, name, className }: AccordionProps) {
  return (
    <div className={className}>
      {items.map((item) => (
        <Disclosure key={item.id} name={name} summary={item.title}>
          {item.content}
        </Disclosure>
      ))}
    </div>
  );
}

import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { Badge } from './badge.tsx';
import { toReadingKey } from './reading-direction.ts';
import { markRowEnds } from './row-ends.ts';
import { Select } from './select.tsx';

type Tab = { id: string; label: string; count?: number; panel: ReactNode };

type TabsProps = {
  label: string;
  tabs: readonly Tab[];
  /** ID of the selected tab; the caller stores it, e.g. in the URL. */
  value: string | undefined;
  onChange: (id: string) => void;
  /** Whether phones show a select instead, for more tabs than fit into a row. */
  selectOnPhone?: boolean;
};

/** Width in pixels of the fade-out of a scrollable row; the active tab is never below it. */
const FADE_PX = 40;

const moves: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

const toOptionLabel = ({ label, count }: Tab) => (count === undefined ? label : `${label} (${count})`);

export function Tabs({ label, tabs, value: selected, onChange, selectOnPhone = false }: TabsProps) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);

  // Keeps the selected tab of a long row in view, including when the URL selected it. Only the row scrolls, never the
  // page.
  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelector<HTMLElement>(`[id="${base}-tab-${selected}"]`);
    if (!row || !tab) return;
    const visibleBox = row.getBoundingClientRect();
    const box = tab.getBoundingClientRect();
    const isHidden = box.left < visibleBox.left + FADE_PX || box.right > visibleBox.right - FADE_PX;
    if (isHidden) row.scrollLeft += (box.left + box.right - visibleBox.left - visibleBox.right) / 2;
  }, [base, selected]);

  useEffect(() => markRowEnds(list.current), []);

  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const next = moves[toReadingKey(event)]?.(index, tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
    onChange(tabs[next]!.id);
  };

  return (
    <div data-tabs-select={selectOnPhone || undefined}>
      {selectOnPhone && (
        <Select
          className="tab-select"
          aria-label={label}
          value={selected}
          options={tabs.map((tab) => ({ value: tab.id, label: toOptionLabel(tab) }))}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="tab-list"
        style={{ '--fade': `${FADE_PX}px` } as CSSProperties}
      >
        {tabs.map((tab, index) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-tab-${tab.id}`}
            aria-controls={`${base}-panel-${tab.id}`}
            aria-selected={tab.id === selected}
            tabIndex={tab.id === selected ? 0 : -1}
            className="tab"
            onClick={() => onChange(tab.id)}
            onKeyDown={(event) => onKeyDown(event, index)}
          >
            <span>{tab.label}</span>
            {tab.count !== undefined && <Badge>{tab.count}</Badge>}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${base}-panel-${tab.id}`}
          aria-labelledby={`${base}-tab-${tab.id}`}
          hidden={tab.id !== selected}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without controls must be reachable to be scrolled
          tabIndex={0}
          className="tab-panel"
        >
          {tab.id === selected && tab.panel}
        </div>
      ))}
    </div>
  );
}

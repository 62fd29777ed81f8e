import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslator } from '../../messages/use-translator.tsx';
import * as messages from './ui.messages.ts';
import { findCell } from './use-week-keys.ts';
import type { WeekCells } from './week-cells.ts';

/** The hour at which a week with hours as rows opens, because most players play from then on. */
const FIRST_HOUR = 16;

/** Counts the selected hours before the hour at which the week opens. */
export const countEarlyHours = (cells: WeekCells): number =>
  cells.filter((isOn, index) => isOn && index % 24 < FIRST_HOUR).length;

type Props = { grid: RefObject<HTMLElement | null>; early: number; children: ReactNode };

/**
 * The visible part of the week. On a phone, where hours are rows, it opens at 4 PM. Earlier hours are reached by
 * scrolling, with the arrow keys or the button. Wide screens show all hours.
 */
export function WeekHours({ grid, early, children }: Props) {
  const t = useTranslator();
  const id = useId();
  const view = useRef<HTMLDivElement>(null);
  const [isWhole, setIsWhole] = useState(false);
  useLayoutEffect(() => {
    const firstCell = findCell(grid.current, 0);
    const cell = findCell(grid.current, FIRST_HOUR);
    if (isWhole || !view.current || !firstCell || !cell) return;
    view.current.scrollTop = cell.offsetTop - firstCell.offsetTop;
  }, [grid, isWhole]);
  return (
    <>
      <button
        type="button"
        className="week-earlier link"
        aria-expanded={isWhole}
        aria-controls={id}
        onClick={() => setIsWhole(!isWhole)}
      >
        {isWhole ? t(messages.hideEarlierHours) : t(messages.earlierHours, { hours: early })}
      </button>
      <div id={id} ref={view} className="week-hours-view" data-whole={isWhole || undefined}>
        {children}
      </div>
    </>
  );
}

import { type PointerEvent, useRef, useState } from 'react';
import { fillBox } from './week-paint.ts';

const findCellUnder = (event: PointerEvent) => {
  const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-cell]');
  return cell ? Number(cell.dataset.cell) : null;
};

type BrushStroke = { start: number; last: number; on: boolean; painted: boolean[] };

/**
 * Handles dragging over the week: the first cell decides whether the box between it and the pointer is filled or
 * cleared. The change is a draft until the pointer is released.
 */
export function useWeekBrush(cells: readonly boolean[], onPaint: (next: boolean[], last: number) => void) {
  const stroke = useRef<BrushStroke | null>(null);
  const [draft, setDraft] = useState<boolean[] | null>(null);

  const draw = (next: BrushStroke) => {
    // Also keep it in a ref, because the pointer may be released before the last move has been rendered.
    stroke.current = next;
    setDraft(next.painted);
  };

  const end = (shouldKeep: boolean) => {
    const done = stroke.current;
    stroke.current = null;
    setDraft(null);
    if (done && shouldKeep) onPaint(done.painted, done.last);
  };

  return {
    draft,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const start = findCellUnder(event);
        if (start === null || event.button !== 0) return;
        // The grid captures the pointer, so that a stroke may leave it and come back.
        event.currentTarget.setPointerCapture(event.pointerId);
        const isOn = !cells[start];
        draw({ start, last: start, on: isOn, painted: fillBox(cells, [start, start], isOn) });
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const current = stroke.current;
        const cell = current && findCellUnder(event);
        if (!current || cell === null || cell === current.last) return;
        draw({ ...current, last: cell, painted: fillBox(cells, [current.start, cell], current.on) });
      },
      onPointerUp: () => end(true),
      onPointerCancel: () => end(false),
    },
  };
}

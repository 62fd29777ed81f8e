import { type PointerEvent, useRef, useState } from 'react';
import { paintBox } from './week-paint.ts';

const cellUnder = (event: PointerEvent) => {
  const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-cell]');
  return cell ? Number(cell.dataset.cell) : null;
};

/**
 * Dragging over the week: the first cell decides whether the box between it and the pointer is filled or emptied. What
 * is drawn is a draft until the pointer is let go.
 */
export function useWeekBrush(
  cells: readonly boolean[],
  perDay: number,
  onPaint: (next: boolean[], last: number) => void,
) {
  const stroke = useRef<{ start: number; last: number; on: boolean } | null>(null);
  const [draft, setDraft] = useState<boolean[] | null>(null);

  const end = (keep: boolean) => {
    if (stroke.current && keep && draft) onPaint(draft, stroke.current.last);
    stroke.current = null;
    setDraft(null);
  };

  return {
    draft,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const start = cellUnder(event);
        if (start === null || event.button !== 0) return;
        // The grid keeps the pointer, so that a stroke may leave it and come back.
        event.currentTarget.setPointerCapture(event.pointerId);
        stroke.current = { start, last: start, on: !cells[start] };
        setDraft(paintBox(cells, start, start, !cells[start], perDay));
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const current = stroke.current;
        const cell = current && cellUnder(event);
        if (!current || cell === null || cell === current.last) return;
        current.last = cell;
        setDraft(paintBox(cells, current.start, cell, current.on, perDay));
      },
      onPointerUp: () => end(true),
      onPointerCancel: () => end(false),
    },
  };
}

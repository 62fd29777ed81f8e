import { type KeyboardEvent, type PointerEvent, useId, useRef } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import * as messages from '../assets.messages.ts';
import { clampView, getEdge, MAX_ZOOM, type View } from './crop.ts';

type CropStageProps = {
  src: string;
  /** Undefined until the image has loaded. */
  view: View | undefined;
  onLoad: (width: number, height: number) => void;
  onFail: () => void;
  onChange: (view: View) => void;
};

const EDGE = 288;
const MOVES: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Shows the image behind a round window. Users move the image with the pointer or arrow keys, and zoom with a slider.
 */
export function CropStage({ src, view, onLoad, onFail, onChange }: CropStageProps) {
  const t = useTranslator();
  const zoomId = useId();
  const dragStart = useRef<{ x: number; y: number; view: View }>(undefined);
  const scale = view ? EDGE / getEdge(view) : 1;

  const startDrag = (event: PointerEvent) => {
    if (!view) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    dragStart.current = { x: event.clientX, y: event.clientY, view };
  };
  const moveView = (event: PointerEvent) => {
    const start = dragStart.current;
    if (!start) return;
    const x = start.view.x - (event.clientX - start.x) / scale;
    const y = start.view.y - (event.clientY - start.y) / scale;
    onChange(clampView({ ...start.view, x, y }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (!move || !view) return;
    event.preventDefault();
    const step = getEdge(view) / 20;
    onChange(clampView({ ...view, x: view.x + move[0] * step, y: view.y + move[1] * step }));
  };

  return (
    <div className="grid justify-items-center gap-4">
      <div
        role="application"
        aria-label={t(messages.cropArea)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved by keyboard as well
        tabIndex={0}
        className="relative touch-none overflow-hidden rounded-full border-2 border-edge bg-bg cursor-move"
        style={{ width: EDGE, height: EDGE }}
        onPointerDown={startDrag}
        onPointerMove={moveView}
        onPointerUp={() => {
          dragStart.current = undefined;
        }}
        onKeyDown={onKeyDown}
      >
        <img
          src={src}
          alt=""
          draggable={false}
          className="absolute max-w-none select-none"
          onLoad={(event) => onLoad(event.currentTarget.naturalWidth, event.currentTarget.naturalHeight)}
          onError={onFail}
          style={
            view && {
              width: view.width * scale,
              height: view.height * scale,
              left: EDGE / 2 - view.x * scale,
              top: EDGE / 2 - view.y * scale,
            }
          }
        />
      </div>
      <div className="grid w-full max-w-xs gap-1">
        <label htmlFor={zoomId} className="text-sm font-semibold">
          {t(messages.zoom)}
        </label>
        <input
          id={zoomId}
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={view?.zoom ?? 1}
          disabled={!view}
          onChange={(event) => view && onChange(clampView({ ...view, zoom: Number(event.target.value) }))}
        />
      </div>
    </div>
  );
}

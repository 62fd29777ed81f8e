/**
 * An image and its visible square. At zoom 1, as much as possible is visible. `x` and `y` are the square's center in
 * image pixels.
 */
export type View = { width: number; height: number; zoom: number; x: number; y: number };

export const MAX_ZOOM = 4;

export const getEdge = (view: View) => Math.min(view.width, view.height) / view.zoom;

/** Clamps the center so the square stays inside the picture. */
export function clampView(view: View): View {
  const halfEdge = getEdge(view) / 2;
  return {
    ...view,
    x: Math.min(Math.max(view.x, halfEdge), view.width - halfEdge),
    y: Math.min(Math.max(view.y, halfEdge), view.height - halfEdge),
  };
}

export const createFullView = (width: number, height: number): View => ({
  width,
  height,
  zoom: 1,
  x: width / 2,
  y: height / 2,
});

/** Returns the square in whole image pixels, the way the server crops it. */
export function toSquare(view: View): { x: number; y: number; size: number } {
  const size = Math.floor(getEdge(view));
  return {
    x: Math.max(0, Math.min(Math.round(view.x - size / 2), view.width - size)),
    y: Math.max(0, Math.min(Math.round(view.y - size / 2), view.height - size)),
    size,
  };
}

/** The divider between two sections: the arc of a planet's edge with a ball resting on it. */
export function SeamDivider({ at = 0.5 }: { at?: number }) {
  return (
    <div className="seam" aria-hidden="true">
      <span
        className="seam-ball"
        style={{ insetInlineStart: `${at * 100}%`, '--rise': (4 * at * (1 - at)).toFixed(3) } as React.CSSProperties}
      />
    </div>
  );
}

type WeekLegendProps = { own?: string; others?: string; common?: string; barOwn?: boolean; zone?: string };

export function WeekLegend({ own, others, common, barOwn, zone }: WeekLegendProps) {
  return (
    <span className="week-legend">
      {common && (
        <span>
          <i className="week-key week-key-common" aria-hidden="true" />
          {common}
        </span>
      )}
      {own && (
        <span>
          <i className={`week-key week-key-own ${barOwn ? 'week-key-bar' : ''}`} aria-hidden="true" />
          {own}
        </span>
      )}
      {others && (
        <span>
          <i className="week-key week-key-others" aria-hidden="true" />
          {others}, brighter = more
        </span>
      )}
      {zone && <span className="week-zone">{zone} time</span>}
    </span>
  );
}

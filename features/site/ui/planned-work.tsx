import type { plannedWork } from '../../../content/home/home-content.ts';

/**
 * Planned routes and tables, kept in the page's source for people who read it. They're hidden from everyone else,
 * including screen readers.
 */
export function PlannedWork({ texts }: { texts: typeof plannedWork }) {
  return (
    <div hidden data-planned-work="">
      <ul data-planned="routes">
        {texts.routes.map((route) => (
          <li key={route}>{route}</li>
        ))}
      </ul>
      <ul data-planned="tables">
        {texts.tables.map((table) => (
          <li key={table}>{table}</li>
        ))}
      </ul>
    </div>
  );
}

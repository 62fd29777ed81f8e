import { paths } from '../../content/paths.ts';

/** Marks every page of a node that runs without keys, so that nobody takes it for the real thing. */
export function DemoRibbon() {
  return (
    <aside className="demo-ribbon" aria-label="Demonstration">
      <p>
        <strong>Demonstration</strong> with made-up players
        <span className="max-sm:hidden">; sign-in, payments and messages stay on this machine</span>:{' '}
        <a href={paths.sandbox}>
          <span className="max-sm:sr-only">see the </span>sandbox
        </a>
      </p>
    </aside>
  );
}

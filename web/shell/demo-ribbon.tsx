/** Marks every page of a node that runs without keys, so that nobody takes it for the real thing. */
export function DemoRibbon() {
  return (
    <aside className="demo-ribbon" aria-label="Demonstration">
      <p>
        <strong>Demonstration.</strong> Players are made up; sign-in, payments and messages go to{' '}
        <a href="/sandbox">the sandbox</a>.
      </p>
    </aside>
  );
}

/** The `handle` that a page exports alongside its loader. */
export type PageHandle = {
  /**
   * Query parameters that change what the server renders; all others are dropped before the page is rendered and
   * cached. `all` is for redirects that pass the query on.
   */
  parameters?: readonly string[] | 'all';
  /**
   * Allowed values, for parameters with a fixed set of values. If a parameter occurs more than once, only the first
   * value counts. Any other value counts as not set.
   */
  values?: Readonly<Record<string, readonly string[]>>;
  /** Set for pages that are expensive to render and don't change while a node runs, so that they're rendered once. */
  constant?: true;
};

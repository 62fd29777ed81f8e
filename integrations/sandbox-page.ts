import { html, raw } from 'hono/html';

const STYLE = raw(`
  :root { color-scheme: dark; }
  body { margin: 0; background: #07060f; color: #f5f3ff; font: 16px/1.5 Onest, system-ui, sans-serif; }
  main { max-width: 860px; margin: 0 auto; padding: 24px 16px 64px; }
  h1 { font-size: 24px; margin: 8px 0; overflow-wrap: anywhere; } a { color: #3fe0ff; } p, dt { color: #b9b3dd; }
  ul { list-style: none; padding: 0; display: grid; gap: 8px; } button.main { background: #ff8a3d; color: #07060f; }
  li a { display: grid; gap: 4px; padding: 16px; background: #121024; border: 1px solid #2e2a55; border-radius: 16px;
         text-decoration: none; color: #f5f3ff; overflow-wrap: anywhere; } li a:hover { border-color: #3fe0ff; }
  small { color: #b9b3dd; } dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; } dd { margin: 0;
         overflow-wrap: anywhere; }
  iframe { width: 100%; height: 900px; border: 1px solid #2e2a55; border-radius: 16px; background: #07060f; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #121024; padding: 16px; border-radius: 16px; }
  form { display: flex; flex-wrap: wrap; gap: 8px; } input, button { font: inherit; min-height: 44px; padding: 0 16px;
         border-radius: 12px; border: 1px solid #7a74a8; background: #121024; color: #f5f3ff; }
  form.stack { display: grid; gap: 16px; } form.stack > p { display: flex; gap: 8px; margin: 0; }
  label { display: grid; gap: 4px; } input { flex: 1; min-width: 0; } .files a { display: inline-block; margin: 0 8px 8px 0; }
`);

/** Renders the common page layout of all sandboxes. */
export const renderSandboxPage = (title: string, body: unknown) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <title>${title}</title>
    <style>${STYLE}</style>
  </head>
  <body><main>${body}</main></body>
</html>`;

import { useEffect } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLoaderData } from 'react-router';
import { servedFiles } from '../content/served-files.ts';
import { themeColors } from '../content/theme.ts';
import { useTranslator } from '../messages/use-translator.tsx';
import type { Route } from './+types/root.ts';
import { serverApi, unwrap } from './api-client.ts';
import { replayEarlyClicks } from './early-clicks.ts';
import { createFirstScript } from './first-script.ts';
import { syncServiceWorker } from './register-worker.ts';
import { fontPreloads } from './ui/fonts.ts';
import './ui/theme.css';

export async function loader({ context }: Route.LoaderArgs) {
  return unwrap(serverApi(context).api.site.$get());
}

/** The loader's data describes the server and doesn't change during a visit, so never reload it. */
export const shouldRevalidate = () => false;

export const links: Route.LinksFunction = () =>
  fontPreloads.map((font) => ({ rel: 'preload', as: 'font', crossOrigin: 'anonymous', ...font }));

export function Layout({ children }: { children: React.ReactNode }) {
  const { locale } = useTranslator();
  return (
    <html lang={locale} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={themeColors.dark} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href={servedFiles.manifest(locale)} />
        <Meta />
        {/*
          It comes before the style sheets, because browsers run no script until they have those before it. The script
          has run before React hydrates, so the client bundle doesn't include its text.
        */}
        <script
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant script, allowed by its hash in the CSP
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? createFirstScript() : '' }}
        />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  const { service_worker } = useLoaderData<typeof loader>();
  useEffect(replayEarlyClicks, []);
  useEffect(() => syncServiceWorker(service_worker), [service_worker]);
  return <Outlet />;
}

export { PageError as ErrorBoundary } from './page-error.tsx';

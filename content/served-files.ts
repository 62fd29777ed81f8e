/** Files whose URLs must never change, because browsers remember them. */
export const servedFiles = {
  serviceWorker: '/service-worker.js',
  offlinePage: '/offline.html',
  manifest: '/manifest.webmanifest',
} as const;

import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { seemsMember } from './shell/member-script.ts';
import { readerZone } from './ui/reader-zone.ts';

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

// The first question about zones takes a phone some fifty milliseconds: by themselves, and not within the first drawing.
// Visitors' pages write no times before they ask for them.
if (seemsMember()) setTimeout(readerZone);

import { PageTitle } from '../ui/page-title.tsx';
import { GalleryActions } from './gallery-actions.tsx';
import { GalleryDrawings } from './gallery-drawings.tsx';
import { GalleryForms } from './gallery-forms.tsx';
import { GalleryOverlays } from './gallery-overlays.tsx';
import { GalleryStates } from './gallery-states.tsx';
import { GallerySurfaces } from './gallery-surfaces.tsx';

export const meta = () => [{ title: 'Gallery · Planet Crew' }, { name: 'robots', content: 'noindex' }];

const parts = ['Drawings', 'Actions', 'Surfaces', 'Forms', 'States', 'Overlays'];

/** Shows every component of web/ui in every state. Development only. */
export default function Gallery() {
  return (
    <div className="page">
      <PageTitle
        kicker="Design system"
        title="Everything we build with"
        lead="Each component in each of its states, on the real sky. If it is not here, it does not exist."
        actions={
          <nav aria-label="Parts of the gallery" className="cluster">
            {parts.map((part) => (
              <a key={part} href={`#${part.toLowerCase()}`} className="btn btn-secondary btn-sm">
                {part}
              </a>
            ))}
          </nav>
        }
      />
      <GalleryDrawings />
      <GalleryActions />
      <GallerySurfaces />
      <GalleryForms />
      <GalleryStates />
      <GalleryOverlays />
    </div>
  );
}

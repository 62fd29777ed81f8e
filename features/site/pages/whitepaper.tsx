import { useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { getArchitecture } from '../../../content/whitepaper/architecture.ts';
import { getWhitepaperMeta } from '../../../content/whitepaper/meta.ts';
import { getRoadmap } from '../../../content/whitepaper/roadmap.ts';
import { getSections } from '../../../content/whitepaper/sections.ts';
import { getToken } from '../../../content/whitepaper/token.ts';
import { getCrewWeights, getSquadWeights } from '../../../content/whitepaper/weights.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { getPageMetadata } from '../../../web/page-facts.ts';
import { createPageHead } from '../../../web/page-meta.ts';
import { RichText } from '../../../web/rich-text.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { drawAllocationRing, drawArchitecture, listAllocationSlices } from '../paper-figures.drawing.ts';
import * as messages from '../site.messages.ts';
import { Contents } from '../ui/paper-contents.tsx';
import { PaperSection } from '../ui/paper-section.tsx';
import '../ui/site.css';
import '../ui/paper.css';

export function loader() {
  const token = getToken(readerTranslator);
  const architecture = getArchitecture(readerTranslator);
  return {
    page: getPageMetadata(paths.whitepaper),
    paper: getWhitepaperMeta(readerTranslator),
    sections: getSections(readerTranslator),
    // Drawn on the server, so the browser only downloads the drawings, not the code that draws them.
    figures: {
      allocation: {
        drawing: drawAllocationRing(readerTranslator, token),
        slices: listAllocationSlices(readerTranslator, token),
      },
      architecture: { drawing: drawArchitecture(architecture), data: architecture },
      roadmap: getRoadmap(readerTranslator),
      weights: { 'squad-weights': getSquadWeights(readerTranslator), 'crew-weights': getCrewWeights(readerTranslator) },
    },
  };
}

export const shouldRevalidate = () => false;
export const meta = createPageHead;

export default function Whitepaper() {
  const t = useTranslator();
  const { paper, sections, figures } = useLoaderData<typeof loader>();
  return (
    <div className="page-limb">
      <div className="page pb-12">
        <PageTitle
          title={paper.title}
          lead={<RichText line={paper.note} />}
          actions={
            <>
              <Badge tone="orange">{t(messages.paperVersion, { version: paper.version })}</Badge>
              <Badge>{t(messages.paperUpdated, { date: paper.updatedLabel })}</Badge>
            </>
          }
        />
        <div className="paper">
          <Contents title={paper.contentsTitle} sections={sections} offset={paper.scrollOffset} />
          <div className="paper-body">
            {sections.map((section) => (
              <PaperSection key={section.id} section={section} figures={figures} />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

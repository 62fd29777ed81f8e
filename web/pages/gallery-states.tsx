import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { Progress } from '../ui/progress.tsx';
import { Section } from '../ui/section.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { SkeletonRegion } from '../ui/skeleton-region.tsx';
import { Specimen } from './gallery-specimen.tsx';

export function GalleryStates() {
  const [tried, setTried] = useState(false);
  return (
    <Section id="states" title="States" lead="Loading, nothing, something wrong, working on it.">
      <div className="grid gap-4 lg:grid-cols-2">
        <EmptyState
          title="No listings match your filters"
          icon="search"
          action={<Button variant="secondary">Clear All Filters</Button>}
        >
          Take a filter away, or post your own and let them come to you.
        </EmptyState>
        <ErrorState onRetry={() => {}}>The list could not be loaded. What you typed is still here.</ErrorState>
        <Specimen name="Skeleton of a card" className="">
          <SkeletonRegion label="Loading players" className="card-grid">
            {[1, 2].map((key) => (
              <Panel key={key} className="grid gap-4">
                <div className="flex items-center gap-3">
                  <Skeleton shape="circle" className="size-11" />
                  <Skeleton className="h-5 w-32" />
                </div>
                <Skeleton shape="block" className="h-24" />
                <Skeleton className="h-4 w-2/3" />
              </Panel>
            ))}
          </SkeletonRegion>
        </Specimen>
        <Specimen name="Progress" className="grid gap-6">
          <Progress label="Profile complete" value={45} showValue />
          <Progress label="Verifying credentials…" />
          <Progress label="Done" value={100} showValue />
        </Specimen>
        <Specimen name="Notices" className="grid gap-3">
          <Notice title="Beta">Deals are in beta.</Notice>
          <Notice tone="green" icon="check" title="Profile published!" />
          <Notice tone="gold" icon="clock" title="Expires in 5 h">
            Answer before your squad moves on.
          </Notice>
          <Notice tone="red">Twitch sign-in failed. Please check your connection and try again.</Notice>
        </Specimen>
        <Specimen name="What a form still needs (takes the focus)" className="grid justify-items-start gap-4">
          <Button variant="secondary" onClick={() => setTried(true)}>
            Send the empty form
          </Button>
          <ErrorSummary
            errors={
              tried
                ? [{ fieldId: 'title', message: 'Title required' }, { message: 'Select at least one position' }]
                : []
            }
          />
        </Specimen>
      </div>
    </Section>
  );
}

import { useOutletContext } from 'react-router';
import type { Message } from '../../../messages/message.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import { useQuery } from '../../../web/use-query.ts';
import type { StepKey } from '../../profiles/onboarding-steps.schema.ts';
import { MATCH_NEEDS, type MatchNeed } from '../../profiles/profiles.rules.ts';
import * as messages from '../matches.messages.ts';

const NEED_LABELS: Record<MatchNeed, Message> = {
  languages: messages.addLanguage,
  hours: messages.setAvailability,
};

/** Shows how many players fit the profile, in the last step of its form. Shows nothing if the request fails. */
export default function WhoFitsLine() {
  const t = useTranslator();
  // Goes to a step of the form. Undefined on pages that show the whole profile, because they have no steps.
  const goTo = useOutletContext<((step: StepKey) => void) | undefined>();
  const { data: found, failed } = useQuery('who-fits', () => browserApi().api.matches['who-fits'].$get());
  if (failed) return null;
  if (!found) {
    return (
      <SkeletonRegion label={t(messages.countingPlayers)}>
        <Skeleton shape="block" className="h-14" />
      </SkeletonRegion>
    );
  }
  const { missing, fitting, sentence } = found;
  return (
    <Notice
      tone={fitting ? 'green' : 'gold'}
      icon="users"
      title={sentence}
      action={
        missing &&
        goTo && (
          <Button size="sm" variant="secondary" onClick={() => goTo(MATCH_NEEDS[missing])}>
            {t(NEED_LABELS[missing])}
          </Button>
        )
      }
    />
  );
}

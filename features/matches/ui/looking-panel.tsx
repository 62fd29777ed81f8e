import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import type { Translator } from '../../../messages/translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { useAction } from '../../../web/use-action.ts';
import { toLookingChoice } from '../looking/looking.rules.ts';
import type { LookingState, OwnLooking } from '../looking/looking.schema.ts';
import * as messages from '../matches.messages.ts';

/**
 * Shows the kinds of match that the matcher doesn't propose because the user has a squad or opted out, with a button to
 * change that. Also shows kinds that the matcher still proposes although the user has a squad. Renders nothing if both
 * kinds have their default.
 */
export function LookingPanel({ looking }: { looking: OwnLooking }) {
  const t = useTranslator();
  const { busy, run } = useAction();
  const formats = looking.kinds.filter(({ sentence }) => sentence !== null);
  if (formats.length === 0) return null;
  const toggleLooking = ({ kind, looks, squads }: LookingState) =>
    run(
      () => {
        const json = { choice: toLookingChoice(!looks, squads.length > 0) };
        return unwrap(browserApi().api.profiles.me.looking[':kind'].$put({ param: { kind }, json }));
      },
      looks ? t(messages.lookingStopped, { format: kind }) : t(messages.lookingStarted),
    );
  return (
    <Panel as="section" aria-labelledby="looking" className="stack">
      <h2 id="looking" className="text-lg">
        {t(messages.lookingTitle)}
      </h2>
      <ul className="stack">
        {formats.map((state) => (
          <li key={state.kind} className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 flex-1 basis-72 wrap-anywhere">{state.sentence}</p>
            <Button
              size="sm"
              variant="secondary"
              icon={state.looks ? 'close' : 'search'}
              disabled={busy}
              onClick={() => toggleLooking(state)}
            >
              {getActionLabel(t, state)}
            </Button>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">
        <RichMessage
          message={messages.lookingSubstituteHint}
          values={{ link: (children) => <Link to={`${paths.editProfile}#section-hours`}>{children}</Link> }}
        />
      </p>
    </Panel>
  );
}

function getActionLabel(t: Translator, { kind, looks, squads }: LookingState): string {
  if (looks) return t(messages.stopLooking, { format: kind });
  return t(squads.length > 0 ? messages.lookForAnother : messages.lookForFirst, { format: kind });
}

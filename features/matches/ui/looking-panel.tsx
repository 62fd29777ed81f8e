import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { useAction } from '../../../web/use-action.ts';
import { toLookingChoice } from '../looking/looking.rules.ts';
import type { LookingState, OwnLooking } from '../looking/looking.schema.ts';

/**
 * Shows which kinds of match the matcher doesn't propose, because the user has a squad or opted out, with a button to
 * change that. Also shows kinds that it still proposes although the user has a squad. Renders nothing when both kinds
 * have their default.
 */
export function LookingPanel({ looking }: { looking: OwnLooking }) {
  const { busy, run } = useAction();
  const shown = looking.kinds.filter(({ sentence }) => sentence !== null);
  if (shown.length === 0) return null;
  const turn = ({ kind, looks, squads }: LookingState) =>
    run(
      () => {
        const json = { choice: toLookingChoice(!looks, squads.length > 0) };
        return unwrap(browserApi().api.profiles.me.looking[':kind'].$put({ param: { kind }, json }));
      },
      looks ? `You're no longer looking for a ${kind}` : "You're looking again from the next matching round",
    );
  return (
    <Panel as="section" aria-labelledby="looking" className="stack">
      <h2 id="looking" className="text-lg">
        What you’re looking for
      </h2>
      <ul className="stack">
        {shown.map((state) => (
          <li key={state.kind} className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 flex-1 basis-72 wrap-anywhere">{state.sentence}</p>
            <Button
              size="sm"
              variant="secondary"
              icon={state.looks ? 'close' : 'search'}
              disabled={busy}
              onClick={() => turn(state)}
            >
              {getKindLabel(state)}
            </Button>
          </li>
        ))}
      </ul>
      <p className="text-sm text-mist">
        We may still ask you to sub in for one session.{' '}
        <Link to={`${paths.editProfile}#section-hours`}>Your profile</Link> has this setting too.
      </p>
    </Panel>
  );
}

function getKindLabel({ kind, looks, squads }: LookingState): string {
  if (looks) return `Stop looking for another ${kind}`;
  return `Look for ${squads.length > 0 ? 'another' : 'a'} ${kind}`;
}

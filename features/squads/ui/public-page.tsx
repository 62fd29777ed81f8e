import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { ShareActions } from '../../../web/ui/share-actions.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
import { useAction } from '../../../web/use-action.ts';
import type { SquadRoom } from '../squads.schema.ts';

type Props = { squad: SquadRoom };

/**
 * Controls for the squad's public page: the captain turns it on and off, and each member chooses whether to be shown.
 */
export function PublicPage({ squad }: Props) {
  const { run } = useAction();
  if (squad.page_path === null && !squad.you_lead) return null;
  const { page } = browserApi().api.squads[':id'];
  const param = { id: squad.id };
  const turn = (on: boolean) =>
    run(
      () => (on ? page.$put({ param }) : page.$delete({ param })),
      on ? 'The public page is on' : 'The public page is off',
    );
  return (
    <Panel as="section" aria-labelledby="public" className="stack min-w-0">
      <h2 id="public" className="text-lg">
        Public page
      </h2>
      {squad.page_path === null ? (
        <>
          <p className="text-sm text-mist">
            A page you can share with anyone. Visitors see your crest and name, since when and how often you’ve played,
            and whether you’re looking for players. Each of you chooses whether to show your name and face. Until then,
            you’re only counted. Your availability, handles and messages stay in the squad room.
          </p>
          <div>
            <Button size="sm" variant="secondary" icon="globe" onClick={() => turn(true)}>
              Turn the page on
            </Button>
          </div>
        </>
      ) : (
        <>
          <Address path={squad.page_path} name={squad.name}>
            {squad.you_lead && (
              <Button size="sm" variant="ghost" icon="close" onClick={() => turn(false)}>
                Turn off page
              </Button>
            )}
          </Address>
          <ShowMeToggle squad={squad} />
        </>
      )}
    </Panel>
  );
}

function Address({ path, name, children }: { path: string; name: string; children: ReactNode }) {
  return (
    <>
      <p className="text-sm text-mist">
        Anyone can open <Link to={path}>the page of {name}</Link>. It shows your crest, name, how often you’ve played,
        and the members who chose to be named.
      </p>
      <div className="cluster">
        <ShareActions path={path} title={name} copyLabel="Copy page link" />
        {children}
      </div>
    </>
  );
}

const NO_ONE_SHOWN = 'You haven’t chosen yet, so you’re only counted there.';

function ShowMeToggle({ squad }: Props) {
  const [wish, setWish] = useState<boolean>();
  const { run } = useAction();
  const change = async (shown: boolean) => {
    if (wish !== undefined) return;
    setWish(shown);
    const { consent } = browserApi().api.squads[':id'].page;
    const message = shown ? 'You’re shown on the page' : 'You’re no longer shown on the page';
    await run(() => consent.$put({ param: { id: squad.id }, json: { shown } }), message);
    setWish(undefined);
  };
  return (
    <Switch
      label="Show my name and face"
      hint={
        squad.you_are_shown === null
          ? NO_ONE_SHOWN
          : 'With your position and a link to your profile while it’s published. Chats that already showed the link may keep the old preview.'
      }
      checked={wish ?? squad.you_are_shown ?? false}
      onChange={(shown) => void change(shown)}
    />
  );
}

import { useEffect, useState } from 'react';
import { browserApi, toErrorMessage, unwrap } from '../../../web/api-client.ts';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { ShareActions } from '../../../web/ui/share-actions.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { useAction } from '../../../web/use-action.ts';
import { type InvitablePlayers, ROSTER_MAX, SHORTEST_SEARCH } from '../invitations/squad-invitations.schema.ts';
import type { SquadRoom } from '../squads.schema.ts';

const TYPED_MS = 300;

type Props = { squad: SquadRoom };

/** Lets the captain invite players by name or by link. */
export function InvitePlayers({ squad, onClose }: Props & { onClose: () => void }) {
  const free = ROSTER_MAX - squad.members.length;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Invite players"
      description={
        free > 0
          ? `Your squad has ${squad.members.length} of at most ${ROSTER_MAX} players. New members see everyone’s contacts, and the chat from when they join.`
          : `Your squad is full at ${ROSTER_MAX} players. Someone has to leave before another player can join.`
      }
    >
      <div className="stack-lg">
        <ByName squad={squad} />
        <ByLink squad={squad} />
      </div>
    </Dialog>
  );
}

type Found = { text: string; players: InvitablePlayers['players'] } | { text: string; problem: string };

function ByName({ squad }: Props) {
  const [text, setText] = useState('');
  const { run } = useAction();
  // Search results show who's already invited or a member, so they reload when the roster changes.
  const roster = [...squad.invited, ...squad.members].map(({ id }) => id).join();
  const found = useFound(squad.id, text.trim(), roster);
  const invite = (user_id: string, name: string) =>
    run(
      () => browserApi().api.squads[':id'].invitations.$post({ param: { id: squad.id }, json: { user_id } }),
      { title: 'Invitation sent', description: `${name} will see it under the bell and in their squads.` },
      "Couldn't send the invitation",
    );
  return (
    <section className="stack" aria-label="Buckets by name">
      <Field label="Player name" hint="Players with a published profile. Part of the name is enough.">
        <TextInput
          icon="search"
          type="search"
          autoComplete="off"
          value={text}
          maxLength={60}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <p role="status" className={found && 'players' in found && found.players.length > 0 ? 'sr-only' : 'text-mist'}>
        {statusOf(text.trim(), found)}
      </p>
      {found && 'players' in found && found.players.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-2" aria-label="Players found">
          {found.players.map((player) => (
            <li key={player.id} className="flex items-center gap-3 rounded-control border border-line bg-raised p-3">
              <Avatar name={player.display_name} src={player.avatar_path} size={40} decorative />
              <div className="min-w-0 flex-1">
                <p className="truncate font-medium">{player.display_name}</p>
                <p className="truncate text-sm text-mist">
                  {[player.role, player.platform, player.region].filter(Boolean).join(' · ')}
                </p>
              </div>
              {player.state === 'open' ? (
                <Button
                  size="sm"
                  variant="secondary"
                  aria-label={`Invite ${player.display_name}`}
                  onClick={() => invite(player.id, player.display_name)}
                >
                  Invite
                </Button>
              ) : (
                <Badge>{player.state === 'member' ? 'In the squad' : 'Invited'}</Badge>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function statusOf(text: string, found: Found | undefined): string {
  if (text.length === 0) return '';
  if (text.length < SHORTEST_SEARCH) return `Enter at least ${SHORTEST_SEARCH} characters of the name.`;
  if (!found) return 'Searching …';
  if ('problem' in found) return found.problem;
  const { length } = found.players;
  if (length > 0) return length === 1 ? 'One player found' : `${length} players found`;
  return 'No published player has that in their name. Send them the link below instead.';
}

/** Returns players matching a name, debounced; undefined while the search is running. */
function useFound(id: string, text: string, roster: string): Found | undefined {
  const [found, setFound] = useState<Found>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another roster is another answer to the same name
  useEffect(() => {
    if (text.length < SHORTEST_SEARCH) return setFound(undefined);
    let current = true;
    const look = async () => {
      const query = { param: { id }, query: { name: text } };
      const answer = await unwrap(browserApi().api.squads[':id'].players.$get(query)).then(
        ({ players }): Found => ({ text, players }),
        (error): Found => ({ text, problem: toErrorMessage(error, 'Couldn’t load players. Try again.') }),
      );
      if (current) setFound(answer);
    };
    const timer = setTimeout(() => void look(), TYPED_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [id, text, roster]);
  return found?.text === text ? found : undefined;
}

function ByLink({ squad }: Props) {
  const { run } = useAction();
  const address = () => browserApi().api.squads[':id'].link;
  const change = (what: 'make' | 'end') => {
    const param = { id: squad.id };
    const message =
      what === 'end' ? 'The link is off' : squad.link_path ? 'The squad has a new link' : 'Your squad link is ready';
    return run(() => (what === 'make' ? address().$put({ param }) : address().$delete({ param })), message);
  };
  const path = squad.link_path;
  const link = path && window.location.origin + path;
  return (
    <section className="stack" aria-labelledby="by-link">
      <h3 id="by-link" className="text-base">
        By link
      </h3>
      {path && link ? (
        <>
          <p className="text-sm text-mist">
            Anyone with this link can join, even without an account yet. Blocked players can’t. A new link replaces this
            one. It also ends when another member becomes captain.
          </p>
          <code className="min-w-0 rounded-control border border-line bg-raised px-3 py-2 text-sm wrap-anywhere">
            {link}
          </code>
          <div className="cluster">
            <ShareActions path={path} title={`Join ${squad.name}`} copyLabel="Copy squad link" />
            <Button size="sm" variant="ghost" icon="refresh" onClick={() => change('make')}>
              New link
            </Button>
            <Button size="sm" variant="ghost" icon="close" onClick={() => change('end')}>
              Turn off link
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="text-sm text-mist">Get a secret link to send to friends. Anyone who has it can join.</p>
          <Button size="sm" variant="secondary" icon="link" className="self-start" onClick={() => change('make')}>
            Create link
          </Button>
        </>
      )}
    </section>
  );
}

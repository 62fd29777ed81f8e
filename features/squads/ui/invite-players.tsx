import { useEffect, useState } from 'react';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, toErrorMessage, unwrap } from '../../../web/api-client.ts';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { ShareActions } from '../../../web/ui/share-actions.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { useAction } from '../../../web/use-action.ts';
import { PLATFORM_LABELS, REGION_LABELS, translateValue } from '../../profiles/game-labels.schema.ts';
import { type InvitablePlayers, ROSTER_MAX, SHORTEST_SEARCH } from '../invitations/squad-invitations.schema.ts';
import * as messages from '../squads.messages.ts';
import type { SquadRoom } from '../squads.schema.ts';

const TYPING_DEBOUNCE_MS = 300;

type Props = { squad: SquadRoom };

/** Lets the captain invite players by name or by link. */
export function InvitePlayers({ squad, onClose }: Props & { onClose: () => void }) {
  const t = useTranslator();
  const free = ROSTER_MAX - squad.members.length;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(messages.inviteTitle)}
      description={
        free > 0
          ? t(messages.inviteExplanation, { count: squad.members.length, max: ROSTER_MAX })
          : t(messages.inviteFull, { max: ROSTER_MAX })
      }
    >
      <div className="stack-lg">
        <InviteByName squad={squad} />
        <InviteByLink squad={squad} />
      </div>
    </Dialog>
  );
}

type Found = { text: string; players: InvitablePlayers['players'] } | { text: string; problem: string };

function InviteByName({ squad }: Props) {
  const t = useTranslator();
  const [text, setText] = useState('');
  const { run } = useAction();
  // Search results show who's already invited or a member, so they reload when the roster changes.
  const roster = [...squad.invited, ...squad.members].map(({ id }) => id).join();
  const found = usePlayerSearch(squad.id, text.trim(), roster);
  const invite = (user_id: string, name: string) =>
    run(
      () => browserApi().api.squads[':id'].invitations.$post({ param: { id: squad.id }, json: { user_id } }),
      { title: t(messages.invitationSent), description: t(messages.invitationSentHint, { name }) },
      t(messages.invitationFailed),
    );
  return (
    <section className="stack" aria-label={t(messages.inviteByName)}>
      <Field label={t(messages.playerName)} hint={t(messages.playerNameHint)}>
        <TextInput
          icon="search"
          type="search"
          autoComplete="off"
          value={text}
          maxLength={60}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <p role="status" className={found && 'players' in found && found.players.length > 0 ? 'sr-only' : 'text-muted'}>
        {formatStatus(t, text.trim(), found)}
      </p>
      {found && 'players' in found && found.players.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-2" aria-label={t(messages.foundList)}>
          {found.players.map((player) => (
            <li key={player.id} className="flex items-center gap-3 rounded-control border border-line bg-raised p-3">
              <Avatar name={player.display_name} src={player.avatar_path} size={40} decorative />
              <div className="min-w-0 flex-1">
                <p className="truncate font-medium">{player.display_name}</p>
                <p className="truncate text-sm text-muted">
                  {[
                    player.role,
                    player.platform && translateValue(t, PLATFORM_LABELS, player.platform),
                    player.region && translateValue(t, REGION_LABELS, player.region),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              {player.state === 'open' ? (
                <Button
                  size="sm"
                  variant="secondary"
                  aria-label={t(messages.invitePlayer, { name: player.display_name })}
                  onClick={() => invite(player.id, player.display_name)}
                >
                  {t(messages.invite)}
                </Button>
              ) : (
                <Badge>{player.state === 'member' ? t(messages.inSquad) : t(messages.invited)}</Badge>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function formatStatus(t: Translator, text: string, found: Found | undefined): string {
  if (text.length === 0) return '';
  if (text.length < SHORTEST_SEARCH) return t(messages.nameTooShort, { min: SHORTEST_SEARCH });
  if (!found) return t(messages.searchingPlayers);
  if ('problem' in found) return found.problem;
  const { length } = found.players;
  return length > 0 ? t(messages.foundCount, { count: length }) : t(messages.noneFound);
}

/** Returns players matching a name, debounced; undefined while the search is running. */
function usePlayerSearch(id: string, text: string, roster: string): Found | undefined {
  const t = useTranslator();
  const [found, setFound] = useState<Found>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed roster changes the results
  useEffect(() => {
    if (text.length < SHORTEST_SEARCH) return setFound(undefined);
    let isCurrent = true;
    const search = async () => {
      const query = { param: { id }, query: { name: text } };
      const result = await unwrap(browserApi().api.squads[':id'].players.$get(query)).then(
        ({ players }): Found => ({ text, players }),
        (error): Found => ({ text, problem: toErrorMessage(error, t(messages.searchFailed)) }),
      );
      if (isCurrent) setFound(result);
    };
    const timer = setTimeout(() => void search(), TYPING_DEBOUNCE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [id, text, roster]);
  return found?.text === text ? found : undefined;
}

function InviteByLink({ squad }: Props) {
  const t = useTranslator();
  const { run } = useAction();
  const getAddress = () => browserApi().api.squads[':id'].link;
  const change = (what: 'make' | 'end') => {
    const param = { id: squad.id };
    const message =
      what === 'end'
        ? t(messages.linkOffToast)
        : squad.link_path
          ? t(messages.newLinkToast)
          : t(messages.linkReadyToast);
    return run(() => (what === 'make' ? getAddress().$put({ param }) : getAddress().$delete({ param })), message);
  };
  const path = squad.link_path;
  const link = path && window.location.origin + path;
  return (
    <section className="stack" aria-labelledby="by-link">
      <h3 id="by-link" className="text-base">
        {t(messages.inviteByLink)}
      </h3>
      {path && link ? (
        <>
          <p className="text-sm text-muted">{t(messages.linkExplanation)}</p>
          <code className="min-w-0 rounded-control border border-line bg-raised px-3 py-2 text-sm wrap-anywhere">
            {link}
          </code>
          <div className="cluster">
            <ShareActions
              path={path}
              title={t(messages.shareTitle, { name: squad.name })}
              copyLabel={t(messages.copySquadLink)}
            />
            <Button size="sm" variant="ghost" icon="refresh" onClick={() => change('make')}>
              {t(messages.newLink)}
            </Button>
            <Button size="sm" variant="ghost" icon="close" onClick={() => change('end')}>
              {t(messages.turnOffLink)}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="text-sm text-muted">{t(messages.noLinkHint)}</p>
          <Button size="sm" variant="secondary" icon="link" className="self-start" onClick={() => change('make')}>
            {t(messages.createLink)}
          </Button>
        </>
      )}
    </section>
  );
}

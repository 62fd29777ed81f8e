import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { useAction } from '../../../web/use-action.ts';
import type { LiveNow, LivePlayer } from '../live-now/live-now.schema.ts';
import * as messages from '../squads.messages.ts';

type Props = { squadId: string; live: LiveNow; player: LivePlayer };

/** Lets another player confirm that someone is missing. A single report doesn't make it a no-show. */
export function ConfirmMissing({ squadId, live, player }: Props) {
  const t = useTranslator();
  const { run } = useAction();
  const { $post: post } = browserApi().api.squads[':id'].sessions[':session_id'].missing;
  const param = { id: squadId, session_id: live.session_id };
  const confirm = () =>
    run(() => post({ param, json: { version: live.version, user_id: player.id } }), t(messages.missingConfirmedToast));
  return (
    <Button
      size="sm"
      variant="secondary"
      aria-label={t(messages.confirmMissing, { name: player.display_name })}
      onClick={confirm}
    >
      {t(messages.confirmResult)}
    </Button>
  );
}

/** Returns whether the viewer can add their report about a player whom someone else reported. */
export function canConfirmMissing(live: LiveNow, player: LivePlayer): boolean {
  const ownPlayer = live.players.find(({ is_you }) => is_you);
  const isReported = player.missing && player.missing_reports > 0 && !player.reported_by_you;
  return live.refill_open && isReported && ownPlayer !== undefined && !ownPlayer.missing;
}

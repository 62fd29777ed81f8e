import { useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { useAction } from '../../../web/use-action.ts';
import { POSITIONS, type Position } from '../../profiles/game.schema.ts';
import { FORMAT_FACTS, formatOfSize } from '../../profiles/group-formats.schema.ts';
import * as messages from '../squads.messages.ts';
import type { SquadRoom } from '../squads.schema.ts';

type Props = { squad: SquadRoom };

/** Lets the captain invite a player from the pool to an empty spot. */
export function InviteFromPool({ squad }: Props) {
  const t = useTranslator();
  const open = listOpenSeats(squad);
  const [chosenPosition, setChosenPosition] = useState<Position>();
  const { run } = useAction();
  const seat = chosenPosition && open.includes(chosenPosition) ? chosenPosition : open[0];
  const invitedCount = squad.invited.filter((one) => one.seat !== null).length;
  if (!squad.you_lead || squad.members.length + invitedCount >= squad.size || !seat) return null;
  const { seek } = browserApi().api.squads[':id'];
  const inviteFromPool = () =>
    run(() => seek.$post({ param: { id: squad.id }, json: { seat } }), t(messages.poolToast));
  return (
    <section aria-labelledby="seek" className="grid gap-3 rounded-control border border-line border-dashed p-3">
      <div>
        <h3 id="seek" className="text-base">
          {t(messages.openSpotTitle)}
        </h3>
        <p className="text-sm text-muted">{t(messages.openSpotExplanation)}</p>
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t(messages.position)} className="min-w-28 flex-1">
          <Select
            options={open.map((position) => ({ value: position, label: position }))}
            value={seat}
            onChange={(event) => setChosenPosition(event.target.value as Position)}
          />
        </Field>
        <Button variant="secondary" icon="search" onClick={inviteFromPool}>
          {t(messages.findPlayer)}
        </Button>
      </div>
    </section>
  );
}

/**
 * Returns the spots that are neither taken nor offered. A format without positions offers every position that no one is
 * invited to.
 */
function listOpenSeats({ members, invited, size }: SquadRoom): Position[] {
  const takenPositions = FORMAT_FACTS[formatOfSize(size)].hasPositions ? members.map(({ position }) => position) : [];
  const invitedSeats = invited.map(({ seat }) => seat);
  return POSITIONS.filter((position) => !takenPositions.includes(position) && !invitedSeats.includes(position));
}

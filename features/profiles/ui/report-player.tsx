import { browserApi, unwrap } from '../../../web/api-client.ts';
import { ReportToModerators } from '../../../web/report-to-moderators.tsx';
import { REPORT_TERMS } from '../../moderation/ban-reasons.schema.ts';

type Props = { id: string; name: string; open: boolean; onClose: () => void };

/** The form that reports a player to the moderators. */
export function ReportPlayer({ id, name, open, onClose }: Props) {
  return (
    <ReportToModerators
      terms={REPORT_TERMS}
      about={`player-${id}`}
      open={open}
      noun="player"
      description={name}
      onReport={(json) => unwrap(browserApi().api.profiles[':id'].reports.$post({ param: { id }, json }))}
      onClose={onClose}
    />
  );
}

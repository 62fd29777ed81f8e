import { useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { ReportToModerators } from '../../../web/report-to-moderators.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { REPORT_TERMS } from '../../moderation/ban-reasons.schema.ts';
import * as messages from '../squads.messages.ts';

/** Reports a squad's public page to the moderators. */
export function ReportPage({ id, name }: { id: string; name: string }) {
  const t = useTranslator();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" icon="flag" className="self-start btn-flush" onClick={() => setOpen(true)}>
        {t(messages.reportPage)}
      </Button>
      <ReportToModerators
        terms={REPORT_TERMS}
        about={`page-${id}`}
        open={open}
        noun="page"
        description={name}
        onReport={(json) => unwrap(browserApi().api['squad-pages'][':id'].reports.$post({ param: { id }, json }))}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

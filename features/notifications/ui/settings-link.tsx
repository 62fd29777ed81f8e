import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import * as messages from '../notifications.messages.ts';

/** Leads from the inbox to the notification settings. @param className the widths at which it's shown */
export function SettingsLink({ className }: { className: string }) {
  const t = useTranslator();
  return (
    <ButtonLink to={paths.notificationSettings} variant="secondary" size="sm" icon="settings" className={className}>
      {t(messages.settingsLink)}
    </ButtonLink>
  );
}

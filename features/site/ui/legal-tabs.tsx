import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { getChangesAnchor } from '../../../content/legal/changes-anchor.ts';
import type { LegalTab } from '../../../content/schema/page-schema.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Tabs } from '../../../web/ui/tabs.tsx';
import * as messages from '../site.messages.ts';
import { LegalText } from './legal-text.tsx';

/** Returns the tab an anchor refers to, whether it names the tab itself or one of its sections. */
function findTab(tabs: readonly LegalTab[], anchor: string): LegalTab | undefined {
  return tabs.find(
    (tab) =>
      tab.id === anchor || getChangesAnchor(tab.id) === anchor || tab.sections.some((section) => section.id === anchor),
  );
}

/** Three tabs, selected by the address's anchor. Without scripts, all three texts are shown. */
export function LegalTabs({ tabs }: { tabs: readonly LegalTab[] }) {
  const t = useTranslator();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [selectedTab, setSelectedTab] = useState<string>(tabs[0]!.id);

  // The server doesn't see the anchor, so the browser reads it on mount and whenever it changes.
  useEffect(() => {
    const anchor = hash.slice(1);
    const tab = findTab(tabs, anchor);
    if (!tab) return;
    setSelectedTab(tab.id);
    if (anchor !== tab.id) requestAnimationFrame(() => document.getElementById(anchor)?.scrollIntoView());
  }, [hash, tabs]);

  return (
    <>
      <Tabs
        label={t(messages.legalDocuments)}
        value={selectedTab}
        onChange={(id) => {
          setSelectedTab(id);
          navigate(`#${id}`, { replace: true, preventScrollReset: true });
        }}
        tabs={tabs.map((tab) => ({ id: tab.id, label: tab.title, panel: <LegalText tab={tab} /> }))}
      />
      <noscript>
        {tabs.slice(1).map((tab) => (
          <LegalText key={tab.id} tab={tab} />
        ))}
      </noscript>
    </>
  );
}

import { paths } from '../../content/paths.ts';
import { Accordion } from '../ui/accordion.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import { Card } from '../ui/card.tsx';
import { CardLink } from '../ui/card-link.tsx';
import { Chip } from '../ui/chip.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { KeyValueList } from '../ui/key-value-list.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { Panel } from '../ui/panel.tsx';
import { Section } from '../ui/section.tsx';
import { StatTile } from '../ui/stat-tile.tsx';
import { Stepper } from '../ui/stepper.tsx';
import { Tabs } from '../ui/tabs.tsx';
import type { Tone } from '../ui/tone.ts';
import { Specimen } from './gallery-specimen.tsx';

const tones: Tone[] = ['neutral', 'violet', 'cyan', 'court', 'green', 'red', 'gold'];
const rows = [
  { id: '1', title: 'Need a lock for Pro-Am', status: 'active', date: 'Nov 12' },
  { id: '2', title: 'Rec five, mics on', status: 'closed', date: 'Nov 9' },
];

export function GallerySurfaces() {
  return (
    <Section id="surfaces" title="Surfaces">
      <div className="grid gap-4 lg:grid-cols-2">
        <Specimen name="Chips">
          {tones.map((tone) => (
            <Chip key={tone} tone={tone}>
              {tone}
            </Chip>
          ))}
          <Chip icon="mic">Mic</Chip>
          <Chip tone="violet" onRemove={() => {}} removeLabel="Remove Rec">
            Rec
          </Chip>
        </Specimen>
        <Specimen name="Badges">
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
          {tones.map((tone) => (
            <Badge key={tone} tone={tone} solid>
              {tone}
            </Badge>
          ))}
          <Badge tone="cyan" icon="check">
            Verified
          </Badge>
        </Specimen>
        <Panel seam padding="lg">
          <h3>Panel with the seam</h3>
          <p className="mt-2 text-mist">One of these a screen, for what matters most.</p>
        </Panel>
        <div className="grid gap-4 sm:grid-cols-2">
          {(['violet', 'court', 'green', 'red'] as const).map((tone) => (
            <Panel key={tone} tone={tone} padding="sm">
              Panel, {tone}
            </Panel>
          ))}
        </div>
        <Specimen name="Cards" className="card-grid">
          <Card>
            <div className="flex items-center gap-3">
              <Avatar name="Corner Three" decorative />
              <h4>
                <CardLink to={paths.find}>Corner Three</CardLink>
              </h4>
              <Badge tone="cyan" icon="check" className="ml-auto">
                Verified
              </Badge>
            </div>
            <p className="mt-3 text-sm text-mist">The whole card is the link.</p>
          </Card>
        </Specimen>
        <Specimen name="Avatars: picture missing, sizes, tones">
          <Avatar name="Paint Beast" size={64} src="/no-such-picture.webp" />
          <Avatar name="Élan" size={48} />
          <Avatar name="lock" />
          <Avatar name="Äther" size={32} />
          <Avatar name="9th Street" size={32} tone="court" />
        </Specimen>
        <div className="grid grid-cols-2 gap-4">
          <StatTile label="Open flags" value="3" icon="flag" tone="red" hint="oldest 2 h ago" />
          <StatTile label="Players" value="12,480" icon="users" tone="cyan" />
          <StatTile label="Matcher" value="GO" icon="bolt" tone="green" hint="ran 12 min ago" />
          <StatTile label="Failures" value="0.4%" icon="mail" tone="gold" />
        </div>
        <Specimen name="Key and value" className="">
          <KeyValueList
            items={[
              { label: 'Height', value: '6′7″' },
              { label: 'Weight', value: '210 lbs' },
              { label: 'Region', value: 'NA-East' },
              { label: 'Mic', value: 'Yes' },
            ]}
          />
        </Specimen>
        <div className="lg:col-span-2">
          <DataTable
            caption="Listings, latest 50"
            columns={[
              { key: 'title', header: 'Title', cell: (row) => row.title, primary: true },
              {
                key: 'status',
                header: 'Status',
                cell: (row) => <Badge tone={row.status === 'active' ? 'green' : 'neutral'}>{row.status}</Badge>,
              },
              { key: 'date', header: 'Date', cell: (row) => row.date, align: 'end' },
            ]}
            rows={rows}
            rowKey={(row) => row.id}
          />
        </div>
        <Specimen name="Tabs" className="">
          <Tabs
            label="Listings"
            tabs={[
              { id: 'browse', label: 'Browse', count: 12, panel: <p>Arrow keys move between tabs.</p> },
              { id: 'create', label: 'Create Listing', panel: <p>The second panel.</p> },
              { id: 'mine', label: 'Mine', panel: <p>The third panel.</p> },
            ]}
          />
        </Specimen>
        <Specimen name="Breadcrumb, stepper, pages" className="stack-lg">
          <Breadcrumb
            items={[
              { label: 'Protocol', to: paths.protocol },
              { label: 'Find', to: paths.find },
              { label: 'Corner Three' },
            ]}
          />
          <Stepper steps={['Basics', 'Game', 'Build', 'Hours', 'Contact', 'Publish']} current={2} onSelect={() => {}} />
          <Pagination summary="51–100 of 400" previousTo="?page=1" nextTo="?page=3" />
        </Specimen>
        <div className="lg:col-span-2">
          <Accordion
            name="gallery"
            items={[
              {
                id: 'a',
                title: 'How do I find a squad?',
                content: <p>Publish your profile; the matcher runs every two hours.</p>,
              },
              { id: 'b', title: 'What does it cost?', content: <p>Joining is free.</p> },
            ]}
          />
          <Disclosure summary="A fold that stands alone, open" open className="mt-4">
            <p>Its content.</p>
          </Disclosure>
        </div>
      </div>
    </Section>
  );
}

import { type FormEvent, useState } from 'react';
import { browserApi } from '../../../web/api-client.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { DataTable } from '../../../web/ui/data-table.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { WhenLoaded } from './loading.tsx';
import { PlayerPanel } from './player-panel.tsx';
import { useAdminQuery } from './use-admin-query.ts';
import { useConsoleNews } from './use-console-news.ts';

const MIN_SEARCH_LENGTH = 2;

export function PlayersTab({
  player,
  onPlayer,
  onChange,
}: {
  player: string | null;
  onPlayer: (id: string | null) => void;
  onChange: () => void;
}) {
  const [typedText, setTypedText] = useState('');
  const [q, setQ] = useState('');
  const search = (event: FormEvent) => {
    event.preventDefault();
    onPlayer(null);
    setQ(typedText.trim());
  };
  return (
    <div className="stack-lg">
      <Form onSubmit={search} className="flex flex-wrap items-end gap-4">
        <Field
          label="Search players"
          hint="Start of a name, or a full login, email address or id."
          className="w-full sm:w-96"
        >
          <TextInput icon="search" value={typedText} onChange={(event) => setTypedText(event.target.value)} />
        </Field>
        <Button type="submit" variant="secondary" disabled={typedText.trim().length < MIN_SEARCH_LENGTH}>
          Search
        </Button>
      </Form>
      {player ? (
        <PlayerPanel key={player} id={player} onChange={onChange} />
      ) : (
        q.length >= MIN_SEARCH_LENGTH && <FoundPlayers q={q} onPlayer={onPlayer} />
      )}
    </div>
  );
}

function FoundPlayers({ q, onPlayer }: { q: string; onPlayer: (id: string) => void }) {
  const playersQuery = useAdminQuery(() => browserApi().api.admin.players.$get({ query: { q } }), q);
  useConsoleNews(playersQuery.refresh);
  return (
    <WhenLoaded loaded={playersQuery} label="Searching">
      {({ players }) => (
        <DataTable
          caption={`Players for “${q}”`}
          rows={players}
          rowKey={(row) => row.id}
          empty="No player has that name. Try the full email address or login."
          columns={[
            {
              key: 'name',
              header: 'Name',
              primary: true,
              cell: (row) => (
                <Button variant="ghost" size="sm" onClick={() => onPlayer(row.id)}>
                  {row.display_name ?? 'No name yet'}
                </Button>
              ),
            },
            { key: 'email', header: 'Email', cell: (row) => row.email ?? '–' },
            { key: 'login', header: 'Login', cell: (row) => row.twitch_login ?? '–' },
            {
              key: 'state',
              header: 'State',
              cell: (row) => (
                <span className="cluster">
                  <Badge tone={row.published ? 'green' : 'neutral'}>
                    {row.published ? 'published' : 'not published'}
                  </Badge>
                  {row.active_bans > 0 && <Badge tone="red">banned</Badge>}
                </span>
              ),
            },
          ]}
        />
      )}
    </WhenLoaded>
  );
}

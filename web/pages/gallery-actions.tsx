import { paths } from '../../content/paths.ts';
import { Button } from '../ui/button.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import { Section } from '../ui/section.tsx';
import { Specimen } from './gallery-specimen.tsx';

const variants = ['primary', 'secondary', 'ghost', 'danger'] as const;

export function GalleryActions() {
  return (
    <Section id="actions" title="Actions" lead="One orange button in sight: the thing to do next.">
      <div className="grid gap-4 lg:grid-cols-2">
        <Specimen name="Variants">
          {variants.map((variant) => (
            <Button key={variant} variant={variant}>
              {variant}
            </Button>
          ))}
        </Specimen>
        <Specimen name="Loading and disabled">
          <Button loading loadingLabel="Loading...">
            Buy
          </Button>
          <Button variant="secondary" loading>
            Saving
          </Button>
          <Button disabled>Primary</Button>
          <Button variant="secondary" disabled>
            Secondary
          </Button>
          <Button variant="danger" disabled>
            Danger
          </Button>
        </Specimen>
        <Specimen name="Sizes and icons">
          <Button size="lg" iconEnd="arrow-right">
            Find your five
          </Button>
          <Button icon="check">Accept</Button>
          <Button variant="secondary" size="sm" icon="filter">
            Filters
          </Button>
          <Button variant="danger" size="sm" icon="close">
            Decline
          </Button>
        </Specimen>
        <Specimen name="Links, icon buttons, copy, menu">
          <ButtonLink to={paths.find} variant="secondary">
            Inside
          </ButtonLink>
          <ButtonLink href="https://example.org" variant="ghost">
            Outside
          </ButtonLink>
          <IconButton icon="share" label="Share" />
          <IconButton icon="edit" label="Edit" variant="secondary" />
          <IconButton icon="trash" label="Delete" variant="danger" size="sm" />
          <CopyButton text="https://example.org/protocol/profile/1" label="Copy link" />
          <Menu
            label="More"
            trigger="More"
            items={[
              { label: 'Report', icon: 'flag', onSelect: () => {} },
              { label: 'Block', icon: 'ban', tone: 'red', onSelect: () => {} },
            ]}
          />
        </Specimen>
        <div className="lg:col-span-2">
          <Specimen name="As wide as its container" className="grid gap-2 sm:grid-cols-2">
            <Button block icon="check">
              Accept
            </Button>
            <Button block variant="danger" icon="close">
              Decline
            </Button>
          </Specimen>
        </div>
      </div>
    </Section>
  );
}

import { useState } from 'react'
import Heart from 'lucide-react/icons/heart'
import Plus from 'lucide-react/icons/plus'
import Settings from 'lucide-react/icons/settings'
import { Button, IconButton, LinkButton } from '#platform/web/ui/button.tsx'
import { Chip, ChipLink, Chips, Tag } from '#platform/web/ui/list/chip.tsx'
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { EmailField } from '#platform/web/ui/form/field.tsx'
import { Row } from '#platform/web/ui/page/layout.tsx'
import { Pager } from '#platform/web/ui/list/pager.tsx'
import { Tabs } from '#platform/web/ui/page/tabs.tsx'
import { UpvoteButton } from '#features/items/votes/upvote-button.tsx'
import { Part } from './part.tsx'

const looks = ['primary', 'secondary', 'quiet', 'danger', 'loud'] as const
const nothing = () => undefined

export function Actions() {
  return (
    <>
      <Part name="Buttons">
        {(['medium', 'small', 'large'] as const).map((size) => (
          <Row key={size}>
            {looks.map((look) => (
              <Button key={look} look={look} size={size}>
                {look}
              </Button>
            ))}
          </Row>
        ))}
        <Row>
          {looks.map((look) => (
            <Button key={look} look={look} busy>
              Saving
            </Button>
          ))}
        </Row>
        <Row>
          {looks.map((look) => (
            <Button key={look} look={look} disabled>
              Not now
            </Button>
          ))}
        </Row>
        <Row>
          <LinkButton to="#buttons" icon={<Plus />}>
            Add Your Favorites
          </LinkButton>
          <LinkButton to="#buttons" look="secondary" icon={<Heart />}>
            A link
          </LinkButton>
          <IconButton label="Yolo Settings" icon={<Settings />} />
          <IconButton label="Yolo Settings, not now" icon={<Settings />} disabled />
        </Row>
        <Button wide>As wide as its place</Button>
      </Part>
      <Part name="Upvote">
        <Row>
          <UpvoteButton count={0} pressed={false} of="Tarte Tatin" onPress={nothing} />
          <UpvoteButton count={41} pressed of="Tarte Tatin" onPress={nothing} />
          <UpvoteButton count={1284} pressed={false} busy of="Tarte Tatin" onPress={nothing} />
          <UpvoteButton count={7} pressed={false} own of="Tarte Tatin" onPress={nothing} />
          <UpvoteButton
            count={7}
            pressed={false}
            of="Tarte Tatin"
            error="That didn’t go through. Please try again."
            onPress={nothing}
          />
        </Row>
      </Part>
      <Part name="Chips">
        <Chips label="Categories">
          <ChipLink to="#chips" current>
            Burgers
          </ChipLink>
          <ChipLink to="#chips">Pizza</ChipLink>
          <Chip pressed>Open now</Chip>
          <Chip pressed={false}>Near me</Chip>
          <Chip disabled>Quota of 3 filled</Chip>
        </Chips>
        <Chips>
          <Tag>Plain</Tag>
          <Tag tone="basil">Saved</Tag>
          <Tag tone="warn">Thanks for reporting</Tag>
        </Chips>
      </Part>
      <Part name="Tabs and pager">
        <TabsAndPager />
      </Part>
      <Part name="Dialogs">
        <Dialogs />
      </Part>
    </>
  )
}

function TabsAndPager() {
  const [tab, setTab] = useState('favorites')
  const [page, setPage] = useState(0)
  return (
    <Tabs
      label="My Page"
      selected={tab}
      onSelect={setTab}
      tabs={[
        { id: 'favorites', label: 'favorites', count: 12, panel: <p>Dishes by category.</p> },
        {
          id: 'upvotes',
          label: 'upvotes',
          panel: <Pager label="Upvotes" page={page} pages={3} onPage={setPage} />,
        },
        { id: 'empty', label: 'Nothing', count: 0, panel: <p>No yolos.</p> },
      ]}
    />
  )
}

function Dialogs() {
  const [open, setOpen] = useState<'sheet' | 'full' | 'sure' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Row>
        <Button look="secondary" onClick={() => setOpen('sheet')}>
          Sheet
        </Button>
        <Button look="secondary" onClick={() => setOpen('full')}>
          Full screen
        </Button>
        <Button look="secondary" onClick={() => setOpen('sure')}>
          Are you sure?
        </Button>
      </Row>
      <Dialog
        open={open === 'sheet'}
        onClose={close}
        title="Log in to upvote"
        actions={
          <>
            <Button look="secondary" onClick={close}>
              BACK
            </Button>
            <Button onClick={close}>Log In</Button>
          </>
        }
      >
        <p>Your vote counts once you’re in. You’ll come right back to this dish.</p>
        <EmailField label="E-mail" />
      </Dialog>
      <Dialog
        open={open === 'full'}
        onClose={close}
        title="Change location"
        shape="full"
        actions={
          <>
            <Button look="secondary" onClick={close}>
              BACK
            </Button>
            <Button onClick={close}>CHANGE</Button>
          </>
        }
      >
        <EmailField label="ENTER LOCATION HERE" data-autofocus />
      </Dialog>
      <ConfirmDialog
        open={open === 'sure'}
        title="Are you sure?"
        yes="Delete"
        no="Back"
        danger
        onYes={close}
        onNo={close}
      >
        <p>
          Your favorite, its photo and its text will be gone. Upvotes by others stay with the dish.
        </p>
      </ConfirmDialog>
    </>
  )
}

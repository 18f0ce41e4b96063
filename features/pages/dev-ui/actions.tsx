import { useState } from 'react'
import Heart from 'virtual:icons/heart'
import Plus from 'virtual:icons/plus'
import Settings from 'virtual:icons/settings'
import { UpvoteButton } from '#features/items/votes/upvote-button.tsx'
import { Button, type ButtonProps, IconButton, LinkButton } from '#platform/web/ui/button.tsx'
import { EmailField } from '#platform/web/ui/form/field.tsx'
import { Chip, ChipLink, Chips, Tag } from '#platform/web/ui/list/chip.tsx'
import { Pager } from '#platform/web/ui/list/pager.tsx'
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { Row } from '#platform/web/ui/page/layout.tsx'
import { Tabs } from '#platform/web/ui/page/tabs.tsx'

const variants = ['primary', 'secondary', 'quiet', 'danger'] as const
const states: Record<string, ButtonProps> = {
  medium: {},
  small: { size: 'small' },
  large: { size: 'large' },
  busy: { busy: true, children: 'Saving' },
  disabled: { disabled: true, children: 'Not now' },
}
const vote = { of: 'Tarte Tatin', pressed: false, count: 7, onPress: () => undefined }

export const actionExamples = {
  Buttons: () => (
    <>
      {Object.entries(states).map(([name, state]) => (
        <Row key={name}>
          {variants.map((variant) => (
            <Button key={variant} variant={variant} {...state}>
              {state.children ?? variant}
            </Button>
          ))}
        </Row>
      ))}
      <Row>
        <LinkButton to="#buttons" icon={<Plus />}>
          Add Your Favorites
        </LinkButton>
        <LinkButton to="#buttons" variant="secondary" icon={<Heart />}>
          A link
        </LinkButton>
        <IconButton label="Yolo Settings" icon={<Settings />} />
        <IconButton label="Yolo Settings, not now" icon={<Settings />} disabled />
      </Row>
      <Button wide>As wide as its place</Button>
    </>
  ),
  Upvote: () => (
    <Row>
      <UpvoteButton {...vote} count={0} />
      <UpvoteButton {...vote} count={41} pressed />
      <UpvoteButton {...vote} count={1284} busy />
      <UpvoteButton {...vote} own />
      <UpvoteButton {...vote} error="That didn’t go through. Please try again." />
    </Row>
  ),
  Chips: () => (
    <>
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
    </>
  ),
  'Tabs and pager': TabsAndPager,
  Dialogs,
}

function TabsAndPager() {
  const [tab, setTab] = useState('favorites')
  const [page, setPage] = useState(0)
  const pager = <Pager label="Upvotes" page={page} pages={3} onPage={setPage} />
  return (
    <Tabs
      label="My Page"
      selected={tab}
      onSelect={setTab}
      tabs={[
        { id: 'favorites', label: 'favorites', count: 12, panel: <p>Dishes by category.</p> },
        { id: 'upvotes', label: 'upvotes', panel: pager },
        { id: 'empty', label: 'Nothing', count: 0, panel: <p>No yolos.</p> },
      ]}
    />
  )
}

const dialogs = { sheet: 'Sheet', full: 'Full screen', sure: 'Are you sure?' }

function Dialogs() {
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null)
  const close = () => setOpen(null)
  const backOr = (label: string) => (
    <>
      <Button variant="secondary" onClick={close}>
        BACK
      </Button>
      <Button onClick={close}>{label}</Button>
    </>
  )
  return (
    <>
      <Row>
        {(['sheet', 'full', 'sure'] as const).map((name) => (
          <Button key={name} variant="secondary" onClick={() => setOpen(name)}>
            {dialogs[name]}
          </Button>
        ))}
      </Row>
      <Dialog
        open={open === 'sheet'}
        onClose={close}
        title="Log in to upvote"
        actions={backOr('Log In')}
      >
        <p>Your vote counts once you’re in. You’ll come right back to this dish.</p>
        <EmailField label="E-mail" />
      </Dialog>
      <Dialog
        open={open === 'full'}
        onClose={close}
        title="Change location"
        shape="full"
        actions={backOr('CHANGE')}
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

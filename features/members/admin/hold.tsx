import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { roleIds } from '#domain/vocabulary/roles.ts'
import { maxHoldReason } from '#features/holds/reason-limit.ts'
import { characters } from '#platform/text/characters.ts'
import { useCall } from '#platform/web/use-call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { TextArea } from '#platform/web/ui/form/text-area.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import type { Story } from './member.screen.tsx'

const words = {
  hold: {
    open: 'Hold',
    label: 'Reason',
    hint: 'The member reads it on their page, and can answer once.',
    says: 'Their votes, favorites and reports count for nothing, at once and until they are released. They stay shown.',
  },
  release: {
    open: 'Release',
    label: 'Why',
    hint: 'Stands in the audit; the member doesn’t read it.',
    says: 'All that was set aside counts again, at once.',
  },
}

/** Sets aside what a member counts for, or brings it back; staff can't be held. */
export function HoldMember({ member }: { member: Story['member'] }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const held = member.heldAt !== null
  const was = useRef(held)
  // Its word has changed under the keyboard: it goes on there.
  useEffect(() => {
    if (was.current !== held) button.current?.focus()
    was.current = held
  }, [held])
  if (roleIds.includes(member.id)) return null
  const { open: label } = words[held ? 'release' : 'hold']
  return (
    <Row>
      <Button ref={button} look="secondary" size="small" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog
        open={open}
        firm
        title={`${label} ${member.userName}?`}
        onClose={() => setOpen(false)}
      >
        <Reason id={member.id} act={held ? 'release' : 'hold'} onClose={() => setOpen(false)} />
      </Dialog>
    </Row>
  )
}

type ReasonProps = { id: number; act: 'hold' | 'release'; onClose: () => void }

function Reason({ id, act, onClose }: ReasonProps) {
  const [reason, setReason] = useState('')
  const [empty, setEmpty] = useState(false)
  const hold = useCall('POST /admin/holds')
  const release = useCall('DELETE /admin/holds/:userId')
  const { busy, error, fields, clear } = act === 'hold' ? hold : release
  const { revalidate } = useRevalidator()
  const { open, label, hint, says } = words[act]
  const missing = act === 'hold' && !reason.trim()
  const tooLong =
    characters(reason.trim()) > maxHoldReason ? `At most ${maxHoldReason} characters.` : null

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setEmpty(missing)
    if (missing || tooLong) return
    const what = { userId: id, reason }
    const done = act === 'hold' ? await hold.run(what) : await release.run(what)
    if (!done) return
    onClose()
    await revalidate()
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack>
        <p>{says}</p>
        <Banner tone="bad">{error && !fields.reason ? error.message : null}</Banner>
        <TextArea
          label={label}
          hint={hint}
          optional={act === 'release'}
          maxLength={maxHoldReason}
          value={reason}
          error={fields.reason ?? tooLong ?? (empty ? 'Please fill this in.' : null)}
          onChange={({ target }) => {
            setReason(target.value)
            setEmpty(false)
            clear()
          }}
        />
        <Button type="submit" wide busy={busy}>
          {open}
        </Button>
        <Button look="quiet" wide onClick={onClose}>
          Back
        </Button>
      </Stack>
    </form>
  )
}

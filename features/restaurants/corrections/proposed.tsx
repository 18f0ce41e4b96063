import { useState } from 'react'
import { Map as MapIcon } from 'lucide-react'
import type { Point } from '#domain/position/miles.ts'
import { adminMemberPath } from '#features/admin/links/member.ts'
import { useDateText } from '#features/items/dates.ts'
import type { Output } from '#platform/contract/wire.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import { useCall } from '#platform/web/api/use-call.ts'
import { LazyPinsMap, pinDistanceText } from '#features/map/pins/pins.tsx'
import styles from '../restaurant.module.css'
import type { AppliedCorrection, Correction, OpenCorrection } from './contract.ts'
import { parsePoint } from '#features/places/read-point.ts'
import { fieldLabels, noValueText } from './fields.ts'

type Settled = (words: string, changed: boolean) => Promise<void>

/** Shows the new value next to the old one. */
const Compared = ({
  one: { field, before, after },
  applied = false,
}: {
  one: Correction
  applied?: boolean
}) => (
  <Stack gap={1}>
    <strong>{fieldLabels[field]}</strong>
    <del>
      <span className="visually-hidden">Was: </span>
      {before || 'NOT FOUND'}
    </del>
    <ins>
      <span className="visually-hidden">Should be: </span>
      {after || noValueText}
    </ins>
    {field === 'position' && (
      <BothPins now={parsePoint(before)} next={parsePoint(after)} old={applied && 'the old pin'} />
    )}
  </Stack>
)

type BothProps = { now: Point | null; next: Point | null; old: string | false }

/** Describes in words how far apart two positions are, because coordinates don't show it, and offers a map. */
function BothPins({ now, next, old }: BothProps) {
  const [open, setOpen] = useState(false)
  const unit = useDistanceUnit()
  if (!now || !next) return null
  return (
    <>
      <p>{pinDistanceText(now, next, unit, old || undefined)}</p>
      <Row>
        <Button
          variant="quiet"
          size="small"
          icon={<MapIcon />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          Both on a map
        </Button>
      </Row>
      {open && <LazyPinsMap now={now} next={next} />}
    </>
  )
}

const waits = { member: 'Waits for a second member.', admin: 'Waits for an admin.' }

export const thanksText = ({ waitsFor }: Output<'POST /corrections/:id/agree'>) =>
  waitsFor === null
    ? 'Thank you. It is corrected.'
    : `Thank you. It waits for ${waitsFor === 'admin' ? 'an admin' : 'a second member'}.`

export function ProposedCorrection({
  one,
  isAdmin,
  onSettled,
}: {
  one: OpenCorrection
  isAdmin: boolean
  onSettled: Settled
}) {
  const agree = useCall('POST /corrections/:id/agree')
  const withdraw = useCall('DELETE /corrections/:id')
  const what = <span className="visually-hidden"> ({fieldLabels[one.field]})</span>
  const isAgreed = one.agreed && one.waitsFor === 'admin'
  const takeBack = async () =>
    (await withdraw.run({ id: one.id })) && onSettled(one.own ? 'Withdrawn.' : 'Declined.', false)
  return (
    <Panel>
      <Stack gap={2}>
        <Compared one={one} />
        <Row>
          {(isAdmin || !one.own) && (
            <Button
              size="small"
              busy={agree.busy}
              onClick={async () => {
                const answer = await agree.run({ id: one.id })
                if (answer) await onSettled(thanksText(answer), answer.applied)
              }}
            >
              That’s right{what}
            </Button>
          )}
          {isAgreed && <span>A second member agrees. An admin looks at it.</span>}
          {one.own && !isAgreed && <span>{waits[one.waitsFor]}</span>}
          {(one.own || isAdmin) && (
            <Button variant="secondary" size="small" busy={withdraw.busy} onClick={takeBack}>
              {one.own ? 'Withdraw' : 'Decline'}
              {what}
            </Button>
          )}
        </Row>
        <CorrectionProblem message={agree.error?.message ?? withdraw.error?.message} />
      </Stack>
    </Panel>
  )
}

export function AppliedCorrectionRow({
  one,
  onSettled,
  onRefused,
}: {
  one: AppliedCorrection
  onSettled: Settled
  /** Called if it wasn't undone, because there may be others to be shown. */
  onRefused: () => void
}) {
  const undo = useCall('POST /corrections/:id/undo')
  const dateText = useDateText()
  return (
    <Panel>
      <Stack gap={2}>
        <Compared one={one} applied />
        <p>
          <time dateTime={one.at}>{dateText(one.at)}</time>: proposed by{' '}
          <Who who={one.proposedBy} />
          {one.agreedBy?.id !== one.proposedBy?.id && (
            <>
              , agreed by <Who who={one.agreedBy} />
            </>
          )}
        </p>
        <Row>
          <Button
            variant="secondary"
            size="small"
            busy={undo.busy}
            onClick={async () => {
              const undone = await undo.run({ id: one.id, newestId: one.newestId })
              if (undone) await onSettled('Undone.', true)
              else onRefused()
            }}
          >
            {one.later === 0 ? 'Undo' : `Undo, and ${one.later} later`}
            <span className="visually-hidden"> ({fieldLabels[one.field]})</span>
          </Button>
        </Row>
        <CorrectionProblem message={undo.error?.message} />
      </Stack>
    </Panel>
  )
}

const Who = ({ who }: { who: AppliedCorrection['proposedBy'] }) =>
  who ? <Link to={adminMemberPath(who)}>{who.name}</Link> : <>somebody who has left</>

export const CorrectionProblem = ({ message }: { message: string | undefined }) => (
  <p className={styles.problem} role="alert">
    {message}
  </p>
)

import { Button } from '#platform/web/ui/button.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import { useCall } from '#platform/web/use-call.ts'
import styles from '../restaurant.module.css'
import type { Correction } from './contract.ts'
import { fieldWords } from './words.ts'

type Settled = (words: string, changed: boolean) => Promise<void>

/** The new beside the old. */
const Compared = ({ one: { field, before, after } }: { one: Correction }) => (
  <Stack gap={1}>
    <strong>{fieldWords[field]}</strong>
    <del>
      <span className="visually-hidden">Was: </span>
      {before || 'NOT FOUND'}
    </del>
    <ins>
      <span className="visually-hidden">Should be: </span>
      {after}
    </ins>
  </Stack>
)

export function Proposed({
  one,
  isAdmin,
  onSettled,
}: {
  one: Correction
  isAdmin: boolean
  onSettled: Settled
}) {
  const agree = useCall('POST /corrections/:id/agree')
  const withdraw = useCall('DELETE /corrections/:id')
  const what = <span className="visually-hidden"> ({fieldWords[one.field]})</span>
  const takeBack = async () =>
    (await withdraw.run({ id: one.id })) && onSettled(one.own ? 'Withdrawn.' : 'Declined.', false)
  return (
    <Panel>
      <Stack gap={2}>
        <Compared one={one} />
        <Row>
          {(!one.own || isAdmin) && (
            <Button
              size="small"
              busy={agree.busy}
              onClick={async () =>
                (await agree.run({ id: one.id })) && onSettled('Thank you. It is corrected.', true)
              }
            >
              That’s right{what}
            </Button>
          )}
          {one.own && <span>Waits for a second member.</span>}
          {(one.own || isAdmin) && (
            <Button look="secondary" size="small" busy={withdraw.busy} onClick={takeBack}>
              {one.own ? 'Withdraw' : 'Decline'}
              {what}
            </Button>
          )}
        </Row>
        <Problem message={agree.error?.message ?? withdraw.error?.message} />
      </Stack>
    </Panel>
  )
}

export function Applied({ one, onSettled }: { one: Correction; onSettled: Settled }) {
  const undo = useCall('POST /corrections/:id/undo')
  return (
    <Panel>
      <Stack gap={2}>
        <Compared one={one} />
        <Row>
          <Button
            look="secondary"
            size="small"
            busy={undo.busy}
            onClick={async () => (await undo.run({ id: one.id })) && onSettled('Undone.', true)}
          >
            Undo<span className="visually-hidden"> ({fieldWords[one.field]})</span>
          </Button>
        </Row>
        <Problem message={undo.error?.message} />
      </Stack>
    </Panel>
  )
}

export const Problem = ({ message }: { message: string | undefined }) => (
  <p className={styles.problem} role="alert">
    {message}
  </p>
)

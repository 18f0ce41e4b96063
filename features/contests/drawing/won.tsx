import { useState } from 'react'
import { useId } from '#platform/web/ids.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import { useCall } from '#platform/web/api/use-call.ts'
import styles from '../contest.module.css'
import { formatInstant } from '../dates.ts'
import type { MyContest } from '../my-contests.ts'

type WonPrize = NonNullable<MyContest['won']>

/** Shown to a member whose entry was drawn. They can accept or decline, and agree to have their name shown. */
export function ContestWinPanel({
  contest: { id, prize, held, timeZone },
  won: first,
}: {
  contest: MyContest
  won: WonPrize
}) {
  const [won, setWon] = useState(first)
  const [showName, setShowName] = useState(first.showName)
  const { run, busy, error } = useCall('POST /contests/:id/answer')
  const box = useId()
  const answer = async (accept: boolean) => {
    const answered = await run({ id, accept, showName })
    if (answered) setWon(answered)
  }
  const by = formatInstant(won.answerBy, timeZone)
  return (
    <Stack gap={3}>
      <Banner tone="bad">{error?.message}</Banner>
      <output>
        {won.accepted === null &&
          `Your entry number ${won.entry} was drawn: you won ${prize}.${held ? '' : ` Please answer by ${by}.`}`}
        {won.accepted &&
          `You accepted your prize: ${prize}. We’ll write to you by e-mail. ${won.showName ? 'Your name is shown on the contest’s page.' : 'Your name isn’t shown.'}`}
        {won.accepted === false && 'You declined the prize.'}
      </output>
      {won.accepted === null && held && (
        <p>
          Your votes are set aside: until that is looked at the prize waits for you, as the
          contest’s page says.
        </p>
      )}
      {won.accepted === null && !held && (
        <>
          <div className={styles.consent}>
            <input
              id={box}
              type="checkbox"
              checked={showName}
              onChange={({ target }) => setShowName(target.checked)}
            />
            <label htmlFor={box}>Show my name on the contest’s page</label>
          </div>
          <Row>
            <Button busy={busy} onClick={() => void answer(true)}>
              Accept the prize
            </Button>
            <Button variant="secondary" onClick={() => void answer(false)}>
              Decline
            </Button>
          </Row>
        </>
      )}
    </Stack>
  )
}

import { useId, useRef, useState } from 'react'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import { useCall } from '#platform/web/api/use-call.ts'
import { useLoadedState } from '#platform/web/api/use-loaded-state.ts'
import styles from '../pages/contest.module.css'
import { formatInstant } from '../dates.ts'
import type { MyContest } from '../my-contests.ts'

type WonPrize = NonNullable<MyContest['won']>
type Props = { contest: MyContest; won: WonPrize }

/**
 * Shown to a member whose entry was drawn. They can accept or decline, and agree to have their name shown. Until a redraw
 * is announced, one who declined can accept after all, and one who accepted can change what was said about their name.
 */
export function ContestWinPanel({ contest, won: loaded }: Props) {
  const { id, prize, held } = contest
  const [won, setWon] = useLoadedState(loaded, loaded)
  const [showName, setShowName] = useLoadedState(loaded.showName, loaded)
  const [isDeclining, setDeclining] = useState(false)
  const { run, busy, error } = useCall('POST /contests/:id/answer')
  const words = useRef<HTMLOutputElement>(null)
  const answer = async (accept: boolean, showsName = showName) => {
    const answered = await run({ id, accept, showName: showsName })
    setDeclining(false)
    if (!answered) return
    setWon(() => answered)
    setShowName(() => answered.showName)
    // The button that had the focus is gone. A question that is open gives the focus back first.
    requestAnimationFrame(() => words.current?.focus())
  }
  const mayAccept = !won.accepted && !held && !won.redrawAnnounced
  return (
    <Stack gap={3}>
      <Banner tone="bad">{error?.message}</Banner>
      <output ref={words} tabIndex={-1}>
        {wordsOf(contest, won)}
      </output>
      {won.accepted === null && held && (
        <p>
          Your votes are set aside: until that is looked at the prize waits for you, as the
          contest’s page says.
        </p>
      )}
      {won.accepted && (
        <Row>
          <Button
            variant="quiet"
            size="small"
            busy={busy}
            onClick={() => void answer(true, !won.showName)}
          >
            {won.showName ? 'Don’t show my name' : 'Show my name'}
          </Button>
        </Row>
      )}
      {mayAccept && (
        <>
          <ShowName checked={showName} onChange={(shows) => setShowName(() => shows)} />
          <Row>
            <Button busy={busy && !isDeclining} onClick={() => void answer(true)}>
              {won.accepted === null ? 'Accept the prize' : 'I accept after all'}
            </Button>
            {won.accepted === null && (
              <Button variant="secondary" onClick={() => setDeclining(true)}>
                Decline
              </Button>
            )}
          </Row>
        </>
      )}
      <ConfirmDialog
        open={isDeclining}
        danger
        title="Decline the prize?"
        yes="Decline"
        no="Back"
        busy={busy}
        onYes={() => void answer(false)}
        onNo={() => setDeclining(false)}
      >
        You won {prize}. If you decline, another winner can be drawn.
      </ConfirmDialog>
    </Stack>
  )
}

function wordsOf({ prize, held, timeZone }: MyContest, won: WonPrize): string {
  const { accepted, showName, redrawAnnounced, entry, answerBy } = won
  if (accepted)
    return `You accepted your prize: ${prize}. We’ll write to you by e-mail. ${showName ? 'Your name is shown on the contest’s page.' : 'Your name isn’t shown.'}`
  const drawn = `Your entry number ${entry} was drawn: you won ${prize}.`
  const declined = 'You declined the prize.'
  if (redrawAnnounced)
    return accepted === null
      ? `${drawn} Your time to answer is over, and another drawing is announced.`
      : `${declined} Another drawing is announced.`
  if (accepted === false)
    return held
      ? declined
      : `${declined} You can still accept it until another drawing is announced.`
  if (held) return drawn
  const end = formatInstant(answerBy, timeZone)
  return Date.parse(answerBy) < Date.now()
    ? `${drawn} You had until ${end} to answer. You can still accept it until another drawing is announced.`
    : `${drawn} Please answer by ${end}.`
}

type ShowNameProps = { checked: boolean; onChange: (checked: boolean) => void }

function ShowName({ checked, onChange }: ShowNameProps) {
  const box = useId()
  return (
    <div className={styles.consent}>
      <input
        id={box}
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <label htmlFor={box}>Show my name on the contest’s page</label>
    </div>
  )
}

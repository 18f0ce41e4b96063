import { useState } from 'react'
import { countWithNoun } from '#platform/text/plural.ts'
import { useCall } from '#platform/web/api/use-call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import { browserSha256 } from './browser-sha256.ts'
import { isEmpty } from '../pages/contest-facts.tsx'
import styles from '../pages/contest.module.css'
import type { Contest } from '../contract.ts'
import { formatInstant } from '../dates.ts'
import { checkDrawing, drawingHashInput, type PublishedDrawing } from './draw.ts'

/** Shows how the winner is drawn and, after the drawing, everything that is needed to repeat it. */
export function DrawingSection({ contest }: { contest: Contest }) {
  const { seedHash, state, beaconAnnounced } = contest
  const drawn = publishedOf(contest)
  if (isEmpty(contest)) return null
  return (
    <section aria-labelledby="drawing">
      <Stack gap={3}>
        <h2 id="drawing">The drawing</h2>
        {drawn && <Drawn contest={contest} drawn={drawn} />}
        {!drawn && state === 'past' && (
          <p>
            This contest was drawn before we published drawings: there is nothing here to check it
            by.
          </p>
        )}
        {!drawn && state !== 'past' && (
          <p>
            One of all entries is drawn from a secret number, the seed. Its SHA-256 is published
            {seedHash ? ' here' : ' at the opening'}, so that it can’t be changed later; the seed
            itself and the list of entries follow with the drawing, and then anyone can check it.
          </p>
        )}
        {seedHash && !drawn && <Figure words="SHA-256 of the seed" value={seedHash} />}
        {beaconAnnounced && !drawn && (
          <p>
            At the drawing this public value of after the closing is mixed in, so that nobody who
            knows the seed can choose: {beaconAnnounced}
          </p>
        )}
      </Stack>
    </section>
  )
}

/** What is published of a drawing, without the list of entries, which may be long. */
type DrawingOnPage = Omit<PublishedDrawing, 'entries'> & { counting: number }

function publishedOf(contest: Contest): DrawingOnPage | null {
  const { seedHash, seed, counting, listHash } = contest
  return seedHash && seed && counting !== null && listHash
    ? { ...contest, seedHash, seed, counting, listHash }
    : null
}

/** What became of a winner who had until `end` to answer. */
const became = {
  waiting: (end: string) => `The winner has been told and can answer until ${end}.`,
  accepted: () => 'The winner accepted the prize.',
  declined: () => 'The winner declined the prize.',
  unanswered: (end: string) => `The winner didn’t answer by ${end}.`,
  held: () => 'The winner is held.',
  left: () => 'The winner has left.',
}

function Drawn({ contest, drawn }: { contest: Contest; drawn: DrawingOnPage }) {
  const { draws, timeZone, beaconAnnounced, redraw } = contest
  const { seedHash, seed, counting, listHash, beacon, id } = drawn
  const last = draws.at(-1)!
  const formula = drawingHashInput({
    seed,
    contestId: id,
    listHash,
    beacon: last.beacon,
    redraw: last.k,
  })
  return (
    <>
      <ul className={styles.steps}>
        {draws.map(({ k, entry, drawnAt, answerBy, outcome, winner, heldUntil }) => (
          <li key={k}>
            {k === 0 ? 'Drawn' : 'Drawn again'} {formatInstant(drawnAt, timeZone)}: entry number{' '}
            <strong>{entry}</strong>.{' '}
            {winner ? `The winner: ${winner}.` : became[outcome](formatInstant(answerBy, timeZone))}
            {heldUntil && ` The prize waits for them until ${formatInstant(heldUntil, timeZone)}.`}
          </li>
        ))}
      </ul>
      {redraw && (
        <p>
          It will be drawn again. This public value, not known before{' '}
          {formatInstant(redraw.publicAt, timeZone)}, was announced{' '}
          {formatInstant(redraw.announcedAt, timeZone)} and will be mixed in:{' '}
          {redraw.beaconAnnounced}
        </p>
      )}
      <Check key={`${id} ${draws.length}`} drawn={drawn} />
      <h3>How to check it by hand</h3>
      <ol className={styles.steps}>
        <li>
          The SHA-256 of the seed was published at the opening. The seed:
          <Code>{seed}</Code>
          Its SHA-256: <Code>{seedHash}</Code>
        </li>
        <li>
          {countWithNoun(counting, 'entry', 'entries')} counted at the closing.{' '}
          <a href={`/api/contests/${id}`}>All their numbers</a> stand after “entries”, between the
          brackets. The SHA-256 of the numbers, joined by commas: <Code>{listHash}</Code>
        </li>
        {beacon !== null && (
          <li>
            The value announced as “{beaconAnnounced}”: <Code>{beacon}</Code>
          </li>
        )}
        {draws.map(
          (one) =>
            one.k > 0 &&
            one.beaconAnnounced !== null && (
              <li key={one.k}>
                For the redraw number {one.k}, the value announced as “{one.beaconAnnounced}”:{' '}
                <Code>{one.beacon}</Code>
              </li>
            ),
        )}
        <li>
          The SHA-256 of this text, read as one large number and divided by {counting}:
          <Code>{formula}</Code>
          What is left over, counted from 0, is the winner’s place in the list.
        </li>
      </ol>
      {beacon === null && (
        <p>
          What this doesn’t show: that nobody who could read the seed before the closing made use of
          it. For that, a public value of after the closing would have had to be announced, and none
          was.
        </p>
      )}
    </>
  )
}

type Result = { place: number } | 'differs' | 'cannot'

/** Repeats the drawing in the reader’s own browser. The list of entries is loaded for it. */
function Check({ drawn }: { drawn: DrawingOnPage }) {
  const [result, setResult] = useState<Result | null>(null)
  const { run, busy, error } = useCall('GET /contests/:id')
  const check = async () => {
    const whole = await run({ id: drawn.id })
    if (!whole) return
    try {
      const place = await checkDrawing({ ...drawn, entries: whole.entries ?? [] }, browserSha256)
      setResult(place === null ? 'differs' : { place })
    } catch {
      // Browsers have no SHA-256 on pages that aren't served securely.
      setResult('cannot')
    }
  }
  return (
    <>
      <Row>
        <Button variant="secondary" busy={busy} onClick={() => void check()}>
          Check this drawing
        </Button>
      </Row>
      <Banner tone="bad">
        {error?.message ??
          (result === 'differs' &&
            'This drawing doesn’t match what was published. Please tell us.')}
      </Banner>
      <Banner tone="warn">
        {result === 'cannot' && 'Your browser can’t check it here. You can by hand:'}
      </Banner>
      <Banner tone="good">
        {result !== null &&
          typeof result === 'object' &&
          `You have just checked this drawing yourself: entry ${result.place} of ${drawn.counting}`}
      </Banner>
    </>
  )
}

const Code = ({ children }: { children: string | null }) => (
  <code className={styles.code}>{children}</code>
)

const Figure = ({ words, value }: { words: string; value: string }) => (
  <p>
    {words}: <Code>{value}</Code>
  </p>
)

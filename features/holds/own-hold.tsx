import css from '#features/abuse/abuse.module.css'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { dateText } from '#features/items/dates.ts'
import { characters } from '#platform/text/characters.ts'
import type { Output } from '#platform/contract/wire.ts'
import { useCall } from '#platform/web/use-call.ts'
import { Link } from '#platform/web/link.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { TextArea } from '#platform/web/ui/form/text-area.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { maxHoldAnswer } from './limits.ts'

export type OwnHold = NonNullable<Output<'GET /holds'>['hold']>

/** Why one's votes are set aside, since when, and one's one answer. */
export function OwnHoldPanel({ hold }: { hold: OwnHold }) {
  const [given, setGiven] = useState({ answer: hold.answer, answeredAt: hold.answeredAt })
  const heading = useRef<HTMLHeadingElement>(null)
  const sent = given.answer !== hold.answer
  // The form has gone: the keyboard goes on at its panel's head.
  useEffect(() => {
    if (sent) heading.current?.focus()
  }, [sent])
  return (
    <section aria-labelledby="own-hold">
      <Panel tone="accent">
        <Stack gap={3}>
          <h2 ref={heading} tabIndex={-1} id="own-hold" className={css.heading}>
            Your votes are set aside because …
          </h2>
          <blockquote className={css.word}>{hold.reason}</blockquote>
          <p>
            Since {dateText(hold.heldAt)} your upvotes, favorites and reports count for nothing
            {hold.byRule && ', by our published rule'}. They stay as they are, and count again once
            you are released. Nobody else is told.{' '}
            <Link to="/faq#held-back">What we hold back</Link>
          </p>
          {given.answer === null ? (
            <Answer onGiven={setGiven} />
          ) : (
            <>
              <p>Answered on {dateText(given.answeredAt!)}:</p>
              <blockquote className={css.word}>{given.answer}</blockquote>
            </>
          )}
          <output className={css.line}>{sent && 'Thanks. A person will read it.'}</output>
        </Stack>
      </Panel>
    </section>
  )
}

function Answer({ onGiven }: { onGiven: (given: Output<'POST /holds/answer'>) => void }) {
  const [text, setText] = useState('')
  const [empty, setEmpty] = useState(false)
  const { run, busy, error, fields, clear } = useCall('POST /holds/answer')
  const tooLong =
    characters(text.trim()) > maxHoldAnswer ? `At most ${maxHoldAnswer} characters.` : null
  const wrong = tooLong ?? (empty && !text.trim() ? 'Please fill this in.' : null)

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setEmpty(!text.trim())
    if (tooLong || !text.trim()) return
    const answered = await run({ text })
    if (answered) onGiven(answered)
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack>
        <Banner tone="bad">{error && !fields.text ? error.message : null}</Banner>
        <TextArea
          label="Your answer"
          hint="You can answer once. A person reads it."
          maxLength={maxHoldAnswer}
          value={text}
          error={fields.text ?? wrong}
          onChange={({ target }) => {
            setText(target.value)
            setEmpty(false)
            clear()
          }}
        />
        <Button type="submit" look="secondary" busy={busy}>
          Send answer
        </Button>
      </Stack>
    </form>
  )
}

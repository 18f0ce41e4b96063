import css from '#features/abuse/abuse.module.css'
import { AnswerForm } from '#features/abuse/answer-form.tsx'
import { useEffect, useRef, useState } from 'react'
import { dateText } from '#features/items/dates.ts'
import type { Output } from '#platform/contract/wire.ts'
import { useCall } from '#platform/web/use-call.ts'
import { Link } from '#platform/web/link.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
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
  const { run, busy, error, fields, clear } = useCall('POST /holds/answer')
  const send = async (text: string) => {
    const answered = await run({ text })
    if (answered) onGiven(answered)
  }
  return (
    <AnswerForm
      hint="You can answer once. A person reads it."
      maxLength={maxHoldAnswer}
      busy={busy}
      error={error}
      wrong={fields.text}
      onChange={clear}
      onSend={(text) => void send(text)}
    />
  )
}

import { useEffect, useRef, useState } from 'react'
import type { Output } from '#platform/contract/wire.ts'
import { Link } from '#platform/web/link.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { useCall } from '#platform/web/use-call.ts'
import css from './abuse.module.css'
import { AnswerForm } from './answer-form.tsx'
import { maxAnswerLength } from './limits.ts'

export type Takedown = Output<'GET /takedowns'>[number]

/** What of one's own an admin took down, why, and one's one answer. */
export function Takedowns({ list }: { list: readonly Takedown[] }) {
  return list.map((takedown) => <One key={takedown.id} takedown={takedown} />)
}

function One({ takedown }: { takedown: Takedown }) {
  const { id, word } = takedown
  const [given, setGiven] = useState(takedown.answer)
  const heading = useRef<HTMLHeadingElement>(null)
  const sent = given !== takedown.answer
  // The form has gone: the keyboard goes on at its panel's head.
  useEffect(() => {
    if (sent) heading.current?.focus()
  }, [sent])
  return (
    <section aria-labelledby={`takedown-${id}`}>
      <Panel tone="accent">
        <h2 ref={heading} tabIndex={-1} id={`takedown-${id}`} className={css.heading}>
          <TakenThing takedown={takedown} /> was taken down
        </h2>
        <p>{hidden[takedown.kind]}</p>
        <blockquote className={css.word}>{word}</blockquote>
        {given === null ? (
          <Answer id={id} onGiven={setGiven} />
        ) : (
          <>
            <p>Your answer:</p>
            <blockquote className={css.word}>{given}</blockquote>
          </>
        )}
        <output className={css.line}>{sent && 'Thanks. We’ll read it.'}</output>
      </Panel>
    </section>
  )
}

const hidden = {
  text: 'Nobody else sees it, nor what you write in its place. You can put it right, and tell us. This is why:',
  photo:
    'Nobody sees it, nor the photo that you put in its place. You can put it right, and tell us. This is why:',
  member: 'Nobody sees your page, your words and photos, and you can’t add anything. This is why:',
} as const

function TakenThing({ takedown: { kind, dish } }: { takedown: Takedown }) {
  if (!dish) return 'Your account'
  return (
    <>
      Your {kind === 'photo' ? 'photo of' : 'text on'}{' '}
      <Link to={`/restaurant/${dish.restaurantId}#dish-${dish.itemId}`}>{dish.itemName}</Link> at{' '}
      {dish.restaurantName}
    </>
  )
}

function Answer({ id, onGiven }: { id: number; onGiven: (answer: string) => void }) {
  const { run, busy, error, fields, clear } = useCall('POST /takedowns/:id/answer')
  const send = async (answer: string) => {
    const answered = await run({ id, answer })
    if (answered) onGiven(answered.answer)
  }
  return (
    <AnswerForm
      hint="You can answer once."
      maxLength={maxAnswerLength}
      busy={busy}
      error={error}
      wrong={fields.answer}
      onChange={clear}
      onSend={(answer) => void send(answer)}
    />
  )
}

import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import type { Output } from '#platform/contract/wire.ts'
import { Link } from '#platform/web/link.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { TextArea } from '#platform/web/ui/form/text-area.tsx'
import { useCall } from '#platform/web/use-call.ts'
import { characters } from '#platform/text/characters.ts'
import css from './abuse.module.css'
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
  const [text, setText] = useState('')
  const [empty, setEmpty] = useState(false)
  const { run, busy, error, fields, clear } = useCall('POST /takedowns/:id/answer')
  const tooLong =
    characters(text.trim()) > maxAnswerLength ? `At most ${maxAnswerLength} characters.` : null
  const wrong = tooLong ?? (empty && !text.trim() ? 'Please fill this in.' : null)

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setEmpty(!text.trim())
    if (tooLong || !text.trim()) return
    const answered = await run({ id, answer: text })
    if (answered) onGiven(answered.answer)
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack>
        <Banner tone="bad">{error && !fields.answer ? error.message : null}</Banner>
        <TextArea
          label="Your answer"
          hint="You can answer once."
          maxLength={maxAnswerLength}
          value={text}
          error={fields.answer ?? wrong}
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

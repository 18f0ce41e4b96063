import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import css from './abuse.module.css'
import { TextForm } from './text-form.tsx'

type Answer = { answer: string; answeredAt: string }

type Props = {
  id: string
  title: ReactNode
  children: ReactNode
  given: { answer: string | null; answeredAt: string | null }
  /** Returns the text above an answer that was given. */
  answered: (answeredAt: string) => string
  /** The name of the answer's field in the call. */
  name: string
  hint: string
  maxLength: number
  send: (text: string) => Promise<Answer>
  thanks: string
  /** What was said to the answer. */
  reply?: ReactNode
}

/** Shows a member a decision about them or their content, and their one answer to it or a form for the answer. */
export function AnswerPanel(props: Props) {
  const { id, title, children, given: loaded, answered, send, thanks, reply, ...field } = props
  const [own, setOwn] = useState<Answer | null>(null)
  const given = own ?? loaded
  const heading = useRef<HTMLHeadingElement>(null)
  const sent = given.answer !== loaded.answer
  // The form is gone, so the focus moves to the heading of its panel.
  useEffect(() => {
    if (sent) heading.current?.focus()
  }, [sent])
  return (
    <section aria-labelledby={id}>
      <Panel tone="accent">
        <Stack gap={3}>
          <h2 ref={heading} tabIndex={-1} id={id} className={css.heading}>
            {title}
          </h2>
          {children}
          {given.answer === null ? (
            <TextForm
              {...field}
              label="Your answer"
              button="Send answer"
              variant="secondary"
              send={async (text) => setOwn(await send(text))}
            />
          ) : (
            <>
              <p>{answered(given.answeredAt!)}</p>
              <blockquote className={css.word}>{given.answer}</blockquote>
              {reply}
            </>
          )}
          <output className={css.line}>{sent && thanks}</output>
        </Stack>
      </Panel>
    </section>
  )
}

import css from '#features/abuse/abuse.module.css'
import { AnswerPanel } from '#features/abuse/answer-panel.tsx'
import { useDateText } from '#features/items/dates.ts'
import type { Output } from '#platform/contract/wire.ts'
import { api } from '#platform/web/api/api.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { maxHoldAnswerLength } from './limits.ts'

export type OwnHold = NonNullable<Output<'GET /holds'>['hold']>

/** Shows the viewer why and since when their votes are set aside, and their one answer to it or a form for it. */
export function OwnHoldPanel({ hold }: { hold: OwnHold }) {
  const dateText = useDateText()
  return (
    <AnswerPanel
      id="own-hold"
      title="Your votes are set aside because …"
      given={hold}
      answered={(answeredAt) => `Answered on ${dateText(answeredAt)}:`}
      name="text"
      hint="You can answer once. A person reads it."
      maxLength={maxHoldAnswerLength}
      send={(text) => api('POST /holds/answer', { text })}
      thanks="Thanks. A person will read it."
      reply={
        hold.kept && (
          <p>
            A person read it, and your votes stay set aside. If that is wrong,{' '}
            <Link to="/terms#contact">write to us</Link>.
          </p>
        )
      }
    >
      <blockquote className={css.word}>{hold.reason}</blockquote>
      <p>
        Since {dateText(hold.heldAt)} your upvotes, favorites and reports count for nothing
        {hold.byRule && ', by our published rule'}. They stay as they are, and count again once you
        are released. Nobody else is told. <Link to="/faq#held-back">What we hold back</Link>
      </p>
    </AnswerPanel>
  )
}

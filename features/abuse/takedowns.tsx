import type { Output } from '#platform/contract/wire.ts'
import { api } from '#platform/web/api/api.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import css from './abuse.module.css'
import { AnswerPanel } from './answer-panel.tsx'
import { maxAnswerLength } from './limits.ts'

export type Takedown = Output<'GET /takedowns'>[number]

/** Shows the viewer what an admin took down of theirs and why, and their one answer to it or a form for it. */
export const Takedowns = ({ list }: { list: readonly Takedown[] }) =>
  list.map((takedown) => (
    <AnswerPanel
      key={takedown.id}
      id={`takedown-${takedown.id}`}
      title={
        <>
          <TakenThing takedown={takedown} /> was taken down
        </>
      }
      given={takedown}
      answered={() => 'Your answer:'}
      name="answer"
      hint="Put it right first, if you can: you can answer once."
      maxLength={maxAnswerLength}
      send={(answer) => api('POST /takedowns/:id/answer', { id: takedown.id, answer })}
      thanks="Thanks. We’ll read it."
      reply={takedown.kept && <Kept reason={takedown.kept} />}
    >
      <p>{hidden[takedown.kind]}</p>
      <blockquote className={css.word}>{takedown.word}</blockquote>
    </AnswerPanel>
  ))

const Kept = ({ reason }: { reason: string }) => (
  <>
    <p>We read it, and it stays down. This is why:</p>
    <blockquote className={css.word}>{reason}</blockquote>
    <p>
      If that is right by now, <Link to="/terms#contact">write to us</Link>.
    </p>
  </>
)

const hidden = {
  text: 'Nobody else sees it, nor what you write in its place. You can put it right. This is why:',
  photo:
    'Nobody sees it, nor the photo that you put in its place. You can put it right. This is why:',
  member:
    'Nobody sees your page, your words and photos, and you can’t add anything. You can put your name, bio or picture right. This is why:',
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

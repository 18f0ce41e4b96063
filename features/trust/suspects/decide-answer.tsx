import { useRevalidator } from 'react-router'
import { useCall } from '#platform/web/api/use-call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { Row } from '#platform/web/ui/page/layout.tsx'

const choices = {
  dismiss: { button: 'Release', done: 'released', reason: 'The answer explains it.' },
  remove: { button: 'Keep held', done: 'still held', reason: 'The answer explains nothing.' },
} as const

/** Buttons that release one member of a cluster who answered, or keep them held whatever is decided on the others. */
export function DecideAnswer({ caseId, name }: { caseId: string; name: string }) {
  const { run, busy, error } = useCall('POST /admin/queue/decide')
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const decide = async (decision: keyof typeof choices) => {
    const { done: told, reason } = choices[decision]
    const answer = await run({ ids: [caseId], decision, reason })
    if (!answer) return
    const { done, message } = answer.results[0]!
    toast(
      done ? `${name} is ${told}.` : { text: message ?? 'This was decided already.', tone: 'bad' },
    )
    await revalidate()
  }
  return (
    <>
      <Banner tone="bad">{error?.message ?? null}</Banner>
      <Row>
        {(['dismiss', 'remove'] as const).map((decision) => (
          <Button
            key={decision}
            variant="secondary"
            size="small"
            busy={busy}
            aria-label={`${choices[decision].button} ${name}`}
            onClick={() => void decide(decision)}
          >
            {choices[decision].button}
          </Button>
        ))}
      </Row>
    </>
  )
}

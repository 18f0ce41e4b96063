import { useState } from 'react'
import { useHydrated } from '#platform/web/hydrated.tsx'
import { useStored } from '#platform/web/storage/stored.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import { pushAnswer } from '#platform/web/push.ts'
import { pushSupport, useTurnOnPush } from './this-device.ts'

/** Returns whether `PushPrompt` asks on this device. */
export function usePushQuestion(): boolean {
  const hydrated = useHydrated()
  const answer = useStored(pushAnswer)
  return hydrated && answer === 'not asked' && pushSupport() === 'able'
}

/**
 * Offers to turn on pushes after a favorite was saved. The browser asks for its permission only after a tap. After 'Not
 * now', this isn't offered again on this device.
 */
export function PushPrompt() {
  const asks = usePushQuestion()
  const { run, busy, problem } = useTurnOnPush()
  const [done, setDone] = useState(false)
  if (done) return <output>Notices come to this device now.</output>
  if (!asks) return null
  return (
    <Panel>
      <Stack gap={3}>
        <p>Shall we tell you on this device when someone upvotes it?</p>
        <Row>
          <Button
            variant="secondary"
            busy={busy}
            onClick={() => void run().then((on) => setDone(on))}
          >
            Yes, tell me
          </Button>
          <Button variant="quiet" onClick={() => pushAnswer.set('not now')}>
            Not now
          </Button>
        </Row>
        <p role="alert">{problem}</p>
      </Stack>
    </Panel>
  )
}

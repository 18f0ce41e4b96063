import { chosenPlace } from '#features/places/chosen.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import { draft } from './draft.ts'
import { continueLeftOff, forgetLeftOff, useLeftOff } from './left-off.ts'
import { openStep, type Step } from './steps.ts'
import { useSteps } from './wizard.tsx'

const beginnings: readonly Step[] = ['city', 'name', 'category', 'item']

/** Offered while one begins something else. */
export function ContinueLeftOff({ step }: { step: Step }) {
  const left = useLeftOff()
  const { go } = useSteps()
  if (!left || !beginnings.includes(step)) return null
  const what = [left.itemName.trim() || 'A favorite', left.restaurant?.name].filter(Boolean)
  return (
    <Panel tone="sunken" tight>
      <Stack gap={2}>
        <p>{what.join(' · ')} isn’t saved yet.</p>
        <Row gap={2}>
          <Button
            look="secondary"
            size="small"
            onClick={() => {
              continueLeftOff()
              go(openStep('yolo', { hasCity: chosenPlace.get() !== null, draft: draft() }))
            }}
          >
            Continue where you left off
          </Button>
          <Button look="quiet" size="small" onClick={forgetLeftOff}>
            Forget it
          </Button>
        </Row>
      </Stack>
    </Panel>
  )
}

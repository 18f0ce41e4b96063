import { lazy, Suspense, useState } from 'react'
import { useAskToLogIn } from '#features/items/log-in-first.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import type { Restaurant } from '../contract.ts'

const Corrections = lazy(() => import('./corrections.tsx'))

/** A restaurant's corrections. Visitors see only the button and are asked to log in. */
export function CorrectionsPanel({ restaurant }: { restaurant: Restaurant }) {
  const { isLogged } = useSession()
  const askToLogIn = useAskToLogIn()
  const [begun, setBegun] = useState(false)
  const begin = () => setBegun(true)
  const button = (
    <section aria-labelledby="corrections">
      <Stack gap={3}>
        <h3 id="corrections">Something wrong here?</h3>
        <Row>
          <Button
            variant="secondary"
            size="small"
            onClick={() =>
              isLogged ? begin() : askToLogIn('Log in to suggest a correction.', begin)
            }
          >
            Suggest a correction
          </Button>
        </Row>
      </Stack>
    </section>
  )
  if (!isLogged) return button
  return (
    <Suspense fallback={button}>
      <Corrections restaurant={restaurant} begun={begun} />
    </Suspense>
  )
}

import { lazy, Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useAskToLogIn } from '#features/items/log-in-first.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import type { Restaurant } from '../contract.ts'

const CorrectionForm = lazy(() => import('./correction-form.tsx'))

/** A button that opens the form for corrections. Visitors are asked to log in first. */
export function CorrectionsPanel({ restaurant }: { restaurant: Restaurant }) {
  const { isLogged } = useSession()
  const askToLogIn = useAskToLogIn()
  const { revalidate } = useRevalidator()
  const [isOpen, setOpen] = useState(false)
  const [thanks, setThanks] = useState('')
  const open = () => {
    setThanks('')
    setOpen(true)
  }
  return (
    <section aria-labelledby="corrections">
      <Stack gap={3}>
        <h3 id="corrections">Something wrong here?</h3>
        <output>{thanks}</output>
        {isOpen && isLogged ? (
          <Suspense>
            <CorrectionForm
              restaurant={restaurant}
              onBack={() => setOpen(false)}
              onSent={({ applied }) => {
                setOpen(false)
                setThanks(applied ? 'Corrected.' : 'Thanks! An admin looks at it soon.')
                void revalidate()
              }}
            />
          </Suspense>
        ) : (
          <Row>
            <Button
              variant="secondary"
              size="small"
              onClick={() =>
                isLogged ? open() : askToLogIn('Log in to suggest a correction.', open)
              }
            >
              Suggest a correction
            </Button>
          </Row>
        )}
      </Stack>
    </section>
  )
}

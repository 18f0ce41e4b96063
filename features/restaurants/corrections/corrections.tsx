import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { isAdmin as mayDecide } from '#domain/vocabulary/roles.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { List, Row, Stack } from '#platform/web/ui/page/layout.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { useLoadOnChange } from '#platform/web/api/use-load.ts'
import type { Restaurant } from '../contract.ts'
import { CorrectionForm } from './correction-form.tsx'
import {
  AppliedCorrectionRow,
  CorrectionProblem,
  ProposedCorrection,
  thanksText,
} from './proposed.tsx'

type Props = {
  restaurant: Restaurant
  /** Whether the form is open at first. */
  begun: boolean
}

/** Lists the proposed corrections of a restaurant with the current values, and has a form to propose one. */
export default function Corrections({ restaurant, begun }: Props) {
  const { id: viewer } = useSession()
  const isAdmin = viewer !== null && mayDecide({ id: viewer })
  const { data, error, retry } = useLoadOnChange('GET /restaurants/:id/corrections', {
    id: restaurant.id,
  })
  const { revalidate } = useRevalidator()
  const [writing, setWriting] = useState(begun)
  const [said, setSaid] = useState('')
  const box = useRef<HTMLElement>(null)
  // The button that opened the form is gone. `autofocus` works only once in a document.
  useEffect(() => {
    if (writing) box.current?.querySelector('select')?.focus()
  }, [writing])

  const settled = async (words: string, changed: boolean) => {
    setSaid(words)
    // Moves the focus here, because the element that had it may no longer exist.
    box.current?.focus()
    retry()
    if (changed) await revalidate()
  }
  return (
    <section ref={box} tabIndex={-1} aria-labelledby="corrections">
      <Stack gap={3}>
        <h3 id="corrections">Something wrong here?</h3>
        <Banner tone="good">{said}</Banner>
        {data && data.open.length > 0 && (
          <List label="Proposed corrections">
            {data.open.map((one) => (
              <li key={one.id}>
                <ProposedCorrection one={one} isAdmin={isAdmin} onSettled={settled} />
              </li>
            ))}
          </List>
        )}
        {data && data.applied.length > 0 && (
          <>
            <h4>History</h4>
            <List label="Corrections that were taken over">
              {data.applied.map((one) => (
                <li key={one.id}>
                  <AppliedCorrectionRow one={one} onSettled={settled} onRefused={retry} />
                </li>
              ))}
            </List>
          </>
        )}
        {!writing && <CorrectionProblem message={error?.message} />}
        {writing ? (
          <CorrectionForm
            restaurant={restaurant}
            waiting={(data?.open ?? []).flatMap(({ own, field }) => (own ? field : []))}
            onSent={(answer, more) => {
              setWriting(more)
              void settled(thanksText(answer), answer.applied)
            }}
            onBack={() => {
              setWriting(false)
              box.current?.focus()
            }}
          />
        ) : (
          <Row>
            <Button
              variant="secondary"
              size="small"
              onClick={() => {
                setSaid('')
                setWriting(true)
              }}
            >
              Suggest a correction
            </Button>
          </Row>
        )}
      </Stack>
    </section>
  )
}

import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { countCharacters } from '#platform/text/characters.ts'
import { countWithNoun, pluralize } from '#platform/text/plural.ts'
import { useCall } from '#platform/web/api/use-call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import { maxHoldReasonLength } from '#features/holds/limits.ts'
import { clusterReasons, clusterTexts, type ClusterDecision } from './texts.ts'
import type { Cluster } from './suspects.screen.tsx'

/** Form that holds or clears all members of a cluster at once, or undoes that. */
export function DecideCluster({ cluster }: { cluster: Cluster }) {
  const { caseId, version, closed, decision, count, decidedBefore } = cluster
  const [reason, setReason] = useState('')
  const part = useRef<HTMLHeadingElement>(null)
  const was = useRef(closed)
  const { run, busy, error } = useCall('POST /admin/queue/decide')
  const { revalidate } = useRevalidator()
  const toast = useToast()
  // The buttons have changed, so the focus moves to their heading.
  useEffect(() => {
    if (was.current !== closed) part.current?.focus()
    was.current = closed
  }, [closed])
  // The cluster was closed without a decision, because it no longer looks like one person.
  if (closed && decision === null) return null

  const concerned = count || decidedBefore
  const tooLong =
    countCharacters(reason.trim()) > maxHoldReasonLength
      ? `At most ${maxHoldReasonLength} characters.`
      : null
  const decide = async (decision: ClusterDecision) => {
    if (tooLong) return
    const why = reason.trim() || clusterReasons[decision]
    const answer = await run({ ids: [caseId], versions: [version], decision, reason: why })
    if (!answer) return
    const { done, message } = answer.results[0]!
    if (done) setReason('')
    toast(
      done
        ? `${countWithNoun(concerned, 'account')} ${pluralize(concerned, 'is', 'are')} ${clusterTexts[decision].done}.`
        : { text: message ?? 'This was decided already.', tone: 'bad' },
    )
    await revalidate()
  }
  return (
    <section aria-labelledby="decide">
      <Stack gap={3}>
        <h2 ref={part} tabIndex={-1} id="decide">
          {decision ? `All are ${clusterTexts[decision].done}` : 'Decide'}
        </h2>
        <Banner tone="bad">{error?.message ?? null}</Banner>
        {decision ? (
          <Row>
            <Button variant="secondary" busy={busy} onClick={() => void decide('restore')}>
              Undo
            </Button>
          </Row>
        ) : (
          <>
            {count === 0 && (
              <p>An admin has decided about each of them before. They can be held one by one.</p>
            )}
            <Field
              label="Reason"
              hint="Read by those who are held. The usual one, if left empty."
              error={tooLong}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
            <Row>
              {count > 0 && (
                <Button variant="danger" busy={busy} onClick={() => void decide('remove')}>
                  Hold all
                </Button>
              )}
              <Button variant="secondary" busy={busy} onClick={() => void decide('dismiss')}>
                Clear all
              </Button>
            </Row>
          </>
        )}
      </Stack>
    </section>
  )
}

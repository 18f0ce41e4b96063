import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { pluralNoun } from '#domain/vocabulary/category-nouns.ts'
import { ContestOptInPrompt, useUnansweredContests } from '#features/contests/own-contest.tsx'
import { PushPrompt, usePushQuestion } from '#features/notifications/push/push-prompt.tsx'
import { countWithNoun } from '#platform/text/plural.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { TagsDialog } from '../../edit/tags-dialog.tsx'
import { changeDraft, fittingTags, useDraft } from '../draft.ts'
import css from '../wizard.module.css'
import { WizardStep } from '../wizard.tsx'

export function DoneStep() {
  const draft = useDraft()
  const { verified } = useSession()
  const contests = useUnansweredContests()
  const asks = usePushQuestion() || contests.length > 0
  const [adding, setAdding] = useState(false)
  const { saved, categoryId } = draft
  const category = categoryById(categoryId ?? 0)
  if (!saved || !category) return null
  const { itemName, restaurantName, citySlug, withdrawnFrom } = saved
  const tags = fittingTags(draft)
  // These categories have tags but no tags step in the wizard.
  const offersTags = category.hasTags && !category.tagsInWizard && tags.length === 0
  return (
    <WizardStep title="Yolo added." noBack>
      <Panel tone="basil">
        <p className={css.place}>{itemName}</p>
        <p>
          {restaurantName} · {category.name}
        </p>
        {!verified && <p>Others see it once you have verified your e-mail.</p>}
        {withdrawnFrom !== null && (
          <p>
            Your upvote of it is withdrawn: a favorite counts by itself. It has{' '}
            {countWithNoun(withdrawnFrom, 'upvote')}.
          </p>
        )}
      </Panel>
      <GoesOnLater asks={asks || adding} />
      {offersTags && (
        <Stack gap={3}>
          <p>Which chain, what kind? Tags help others find it.</p>
          <div>
            <Button variant="secondary" onClick={() => setAdding(true)}>
              Add tags
            </Button>
          </div>
        </Stack>
      )}
      <Stack gap={3}>
        <LinkButton wide to="/my-page">
          My Page
        </LinkButton>
        {verified && (
          <LinkButton
            wide
            variant="secondary"
            to={citySlug ? `/${category.slug}/${citySlug}` : `/${category.slug}`}
          >
            See it among the {pluralNoun(category.id)}
          </LinkButton>
        )}
        <LinkButton wide variant="quiet" to="/add-yolo">
          Add another favorite
        </LinkButton>
      </Stack>
      {adding && (
        <TagsDialog
          yoloId={saved.id}
          category={category.id}
          set={tags}
          onClose={() => setAdding(false)}
          onSaved={(chosen) => {
            setAdding(false)
            changeDraft({ tags: chosen })
          }}
        />
      )}
      <ContestOptInPrompt open={contests} />
      <PushPrompt />
    </WizardStep>
  )
}

const seconds = 3
const signs = ['pointerdown', 'keydown', 'wheel'] as const

/**
 * Opens My Page after a few seconds, unless the page asks something or the member taps, presses a key or scrolls, which
 * shows that they still use this page. Its height is constant, so that nothing that is tapped moves.
 */
function GoesOnLater({ asks }: { asks: boolean }) {
  const navigate = useNavigate()
  const [isStaying, setStaying] = useState(false)
  useEffect(() => {
    if (isStaying || asks) return undefined
    const stay = () => setStaying(true)
    const timer = setTimeout(() => void navigate('/my-page', { replace: true }), seconds * 1000)
    for (const sign of signs) addEventListener(sign, stay, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signs) removeEventListener(sign, stay)
    }
  }, [isStaying, asks, navigate])
  return (
    <div className={css.goingOn}>
      <output>
        {isStaying
          ? 'You stay on this page.'
          : !asks && `My Page opens in ${countWithNoun(seconds, 'second')}.`}
      </output>
      {!isStaying && !asks && (
        <Button variant="secondary" onClick={() => setStaying(true)}>
          Stay here
        </Button>
      )}
    </div>
  )
}

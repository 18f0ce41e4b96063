import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { pluralNoun } from '#domain/vocabulary/category-nouns.ts'
import { ContestQuestion } from '#features/contests/own-contest.tsx'
import { PushPrompt } from '#features/notifications/push/push-prompt.tsx'
import { countWithNoun } from '#platform/text/plural.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { TagsDialog } from '../edit/tags-dialog.tsx'
import { useDraft } from './draft.ts'
import css from './wizard.module.css'
import { questionId, WizardStep } from './wizard.tsx'

export function DoneStep() {
  const { saved } = useDraft()
  const [adding, setAdding] = useState(false)
  const [tagged, setTagged] = useState(false)
  const { staying, stay, seconds, said } = useRedirectLater('/my-page')
  const category = saved && categoryById(saved.categoryId)
  if (!saved || !category) return null
  const { id, itemName, restaurantName, citySlug, withdrawnFrom } = saved
  // These categories have tags but no tags step in the wizard, so without this offer the filter would match nothing.
  const offersTags = category.hasTags && !category.tagsInWizard
  return (
    <WizardStep title="Yolo added." noBack>
      <Panel tone="basil">
        <p className={css.place}>{itemName}</p>
        <p>
          {restaurantName} · {category.name}
        </p>
        {withdrawnFrom !== undefined && (
          <p>
            Your upvote of it is withdrawn: a favorite counts by itself. It has{' '}
            {countWithNoun(withdrawnFrom, 'upvote')}.
          </p>
        )}
      </Panel>
      {offersTags && !tagged && (
        <Stack gap={3}>
          <p>Which chain, what kind? Tags help others find it.</p>
          <div>
            <Button variant="secondary" onClick={() => setAdding(true)}>
              Add tags
            </Button>
          </div>
        </Stack>
      )}
      <Banner tone="good">{tagged && 'Your tags are saved.'}</Banner>
      <Stack gap={3}>
        <LinkButton wide to="/my-page">
          My Page
        </LinkButton>
        <LinkButton
          wide
          variant="secondary"
          to={citySlug ? `/${category.slug}/${citySlug}` : `/${category.slug}`}
        >
          See it among the {pluralNoun(category.id)}
        </LinkButton>
        <LinkButton wide variant="quiet" to="/add-yolo">
          Add another favorite
        </LinkButton>
      </Stack>
      <ContestQuestion />
      <PushPrompt />
      {/* Comes last: it changes at the first tap, which must not move what the member is tapping. */}
      <output className={css.goingOn}>
        {staying
          ? 'You stay on this page.'
          : said && `My Page opens in ${countWithNoun(seconds, 'second')}.`}
      </output>
      {!staying && (
        <div>
          <Button variant="secondary" onClick={stay}>
            Stay here
          </Button>
        </div>
      )}
      <TagsDialog
        open={adding}
        yoloId={id}
        category={category.id}
        set={[]}
        onClose={() => setAdding(false)}
        onSaved={() => {
          setAdding(false)
          setTagged(true)
        }}
      />
    </WizardStep>
  )
}

const seconds = 3
const signs = ['pointerdown', 'keydown', 'wheel'] as const

/**
 * Redirects after a few seconds, unless the member taps, presses a key or scrolls, which shows that they still use this
 * page. The redirect replaces the history entry, so that BACK doesn't return here.
 */
function useRedirectLater(to: string) {
  const navigate = useNavigate()
  const [staying, setStaying] = useState(false)
  // Screen readers announce changes in a live region but not its initial text, so the text is added later.
  const [said, setSaid] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSaid(true), 100)
    return () => clearTimeout(timer)
  }, [])
  const stay = () => setStaying(true)
  // If the removed "Stay here" button had the focus, the heading gets it.
  useEffect(() => {
    if (staying && document.activeElement === document.body)
      document.getElementById(questionId)?.focus({ preventScroll: true })
  }, [staying])
  useEffect(() => {
    if (staying) return undefined
    const stop = () => setStaying(true)
    const timer = setTimeout(() => void navigate(to, { replace: true }), seconds * 1000)
    for (const sign of signs) addEventListener(sign, stop, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signs) removeEventListener(sign, stop)
    }
  }, [staying, to, navigate])
  return { staying, stay, seconds, said }
}

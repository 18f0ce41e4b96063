import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { pluralNoun } from '#domain/vocabulary/category-nouns.ts'
import { ContestOptInPrompt } from '#features/contests/own-contest.tsx'
import { PushPrompt } from '#features/notifications/push/push-prompt.tsx'
import { toPhotoSource } from '#features/photos/names.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { Photo } from '#platform/web/ui/photo.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { useDraft } from '../draft.ts'
import css from '../wizard.module.css'
import { WizardStep } from '../wizard.tsx'

export function DoneStep() {
  const { verified } = useSession()
  const { saved, categoryId } = useDraft()
  const seconds = useCountdown()
  const category = categoryById(categoryId ?? 0)
  if (!saved || !category) return null
  const { itemName, restaurantName, citySlug, image } = saved
  return (
    <WizardStep title="Yolo added." noBack>
      {image && <Photo photo={toPhotoSource(image)} />}
      <Panel tone="basil">
        <p className={css.place}>{itemName}</p>
        <p>
          {restaurantName} · {category.name}
        </p>
        {!verified && <p>Others see it once you have verified your e-mail.</p>}
      </Panel>
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
      <p className={css.muted}>My Page opens in {seconds} s.</p>
      <ContestOptInPrompt />
      <PushPrompt />
    </WizardStep>
  )
}

const acts = ['pointerdown', 'keydown', 'wheel', 'touchmove', 'scroll'] as const

/** Opens My Page after ten seconds in which the member touches, scrolls and focuses nothing here. Returns what is left. */
function useCountdown(): number {
  const navigate = useNavigate()
  const [{ left }, setNow] = useState({ left: 10 })
  useEffect(() => {
    const begin = () => setNow({ left: 10 })
    const tick = () => {
      if (document.activeElement?.matches('main :is(a, button, input)')) begin()
      else if (left > 1) setNow({ left: left - 1 })
      else void navigate('/my-page')
    }
    const timer = setTimeout(tick, 1_000)
    for (const act of acts) document.addEventListener(act, begin)
    return () => {
      clearTimeout(timer)
      for (const act of acts) document.removeEventListener(act, begin)
    }
  })
  return left
}

import { categoryById } from '#domain/vocabulary/categories.ts'
import { pluralNoun } from '#domain/vocabulary/category-nouns.ts'
import { ContestOptInPrompt } from '#features/contests/own-contest.tsx'
import { PushPrompt } from '#features/notifications/push/push-prompt.tsx'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { useDraft } from '../draft.ts'
import css from '../wizard.module.css'
import { WizardStep } from '../wizard.tsx'

export function DoneStep() {
  const { verified } = useSession()
  const { saved, categoryId } = useDraft()
  const category = categoryById(categoryId ?? 0)
  if (!saved || !category) return null
  const { itemName, restaurantName, citySlug } = saved
  return (
    <WizardStep title="Yolo added." noBack>
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
      <ContestOptInPrompt />
      <PushPrompt />
    </WizardStep>
  )
}

import { useState } from 'react'
import { categoryById } from '#features/categories/categories.ts'
import { Banner } from '#platform/web/ui/banner.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Panel } from '#platform/web/ui/card.tsx'
import { Stack } from '#platform/web/ui/layout.tsx'
import { AddTagsDialog } from './add-tags-dialog.tsx'
import { useDraft } from './draft.ts'
import { WizardStep } from './wizard.tsx'
import css from './wizard.module.css'

export function DoneStep() {
  const { saved } = useDraft()
  const [adding, setAdding] = useState(false)
  const [tagged, setTagged] = useState(false)
  const category = saved && categoryById(saved.categoryId)
  if (!saved || !category) return null
  const { id, itemName, restaurantName, citySlug } = saved
  // The wizard has no tags step for these, so the filter would have nothing to match.
  const offersTags = category.hasTags && !category.tagsInWizard
  return (
    <WizardStep title="Yolo added." noBack>
      <Panel tone="basil">
        <p className={css.place}>{itemName}</p>
        <p>
          {restaurantName} · {category.name}
        </p>
      </Panel>
      {offersTags && !tagged && (
        <Stack gap={3}>
          <p>Which chain, what kind? Tags help others find it.</p>
          <div>
            <Button look="secondary" onClick={() => setAdding(true)}>
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
          look="secondary"
          to={citySlug ? `/${category.slug}/${citySlug}` : `/${category.slug}`}
        >
          See it among the {category.name.toLowerCase()}
        </LinkButton>
        <LinkButton wide look="quiet" to="/add-yolo">
          Add another favorite
        </LinkButton>
      </Stack>
      <AddTagsDialog
        open={adding}
        yoloId={id}
        category={category.id}
        onClose={() => setAdding(false)}
        onSaved={() => {
          setAdding(false)
          setTagged(true)
        }}
      />
    </WizardStep>
  )
}

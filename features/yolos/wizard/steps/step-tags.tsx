import TagPanel from '#features/categories/tag-panel.tsx'
import { changeDraft, useDraft } from '../draft.ts'
import { NextButton, useSteps, WizardStep } from '../wizard.tsx'
import css from '../wizard.module.css'

export function TagsStep() {
  const { categoryId, itemName, tags } = useDraft()
  const { next } = useSteps()
  if (!categoryId) return null
  return (
    <WizardStep title="Which tags fit it?" next={<NextButton onClick={next} />}>
      <p className={css.muted}>
        Tags help others find {itemName.trim()}. Choose as many as fit, or none.
      </p>
      <TagPanel
        category={categoryId}
        chosen={tags}
        onChange={(chosen) => changeDraft({ tags: chosen })}
      />
    </WizardStep>
  )
}

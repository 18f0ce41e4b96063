import { isSpecialUser } from '#domain/vocabulary/roles.ts'
import { drinkCategories, foodCategories, type Category } from '#domain/vocabulary/categories.ts'
import { useScreenData } from '#platform/web/screen.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Chip, Chips } from '#platform/web/ui/list/chip.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { TryAgain } from '#platform/web/try-again.tsx'
import { chooseCategory, useDraft } from '../draft.ts'
import { quota } from '#domain/quota.ts'
import type { loadWizard } from '../loader.ts'
import { NextButton, useSteps, WizardStep } from '../wizard.tsx'

export function CategoryStep() {
  const { categories } = useScreenData<typeof loadWizard>()
  const { categoryId } = useDraft()
  const session = useSession()
  const { next } = useSteps()

  const isFull = (category: number) =>
    !isSpecialUser(session) &&
    categories?.data?.some(({ id, counter }) => id === category && counter >= quota) === true
  const choose = (category: Category) => {
    chooseCategory(category.id)
    next()
  }
  const group = (title: string, list: readonly Category[]) => (
    <Stack gap={3}>
      <h2>{title}</h2>
      <Chips label={title}>
        {list.map((category) => (
          <Chip
            key={category.id}
            pressed={category.id === categoryId}
            disabled={isFull(category.id)}
            onClick={() => choose(category)}
          >
            {category.name}
            {isFull(category.id) && <small>Quota of 3 filled</small>}
          </Chip>
        ))}
      </Chips>
      {list
        .filter(({ id }) => isFull(id))
        .map((category) => (
          <Button key={category.id} variant="quiet" size="small" onClick={() => choose(category)}>
            {`Swap one of your three in ${category.name}`}
          </Button>
        ))}
    </Stack>
  )
  return (
    <WizardStep title="Which category?" next={categoryId && <NextButton onClick={next} />}>
      <TryAgain message={categories?.error} />
      {!categories?.error && group('Food', foodCategories)}
      {!categories?.error && group('Drinks', drinkCategories)}
    </WizardStep>
  )
}

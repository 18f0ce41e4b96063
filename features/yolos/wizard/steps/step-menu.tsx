import { categories, type Category } from '#domain/vocabulary/categories.ts'
import type { Card } from '#features/items/contract.ts'
import { CategoryArt } from '#features/categories/category-art.tsx'
import { toPhotoSource } from '#features/photos/names.ts'
import { refusalDetails } from '#platform/web/api/refusal.ts'
import { useScreenData } from '#platform/web/screen.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { TryAgain } from '#platform/web/try-again.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Photo } from '#platform/web/ui/photo.tsx'
import {
  useCallOffDeletions,
  useChoosable,
  waitingDeletionsOfDish,
} from '../../waiting-deletion.ts'
import { changeDraft, chooseCategory, setItemName, useDraft } from '../draft.ts'
import type { loadWizard } from '../loader.ts'
import { existingYolo, SavedAlready } from '../saved-already.tsx'
import { useSave } from '../use-save.ts'
import css from '../wizard.module.css'
import { ChoiceText, useSteps, WizardStep } from '../wizard.tsx'

/**
 * Offers the dishes that members saved at the restaurant. Choosing a dish saves it. The review step opens instead if
 * the viewer isn't logged in, must verify their e-mail first, or has filled the category.
 */
export function MenuStep() {
  const { menu } = useScreenData<typeof loadWizard>()
  const { restaurant, itemId, photo } = useDraft()
  const { isLogged } = useSession()
  const { go } = useSteps()
  const choosable = useChoosable()
  const callOff = useCallOffDeletions()
  const { save, busy, error } = useSave((problem) => {
    if (refusalDetails(problem, 'POST /yolos', 'quota_filled') || problem.code === 'verify_first')
      go('yolo')
  })
  if (!restaurant) return null

  const choose = async (card: Card, category: Category) => {
    if (busy) return
    if (await callOff(waitingDeletionsOfDish(card.id), card.itemName)) return
    // A dish before this one may have got the photo.
    changeDraft({ saved: null })
    chooseCategory(category.id)
    setItemName(card.itemName, card.id, true)
    if (!isLogged) return go('yolo')
    const saved = await save()
    if (saved) go('done', true)
  }
  const cards = (menu?.data ?? []).map(choosable)
  const existing = existingYolo(error)
  return (
    <WizardStep
      title={`What did you have at ${restaurant.name}?`}
      next={
        <Button
          variant={cards.length > 0 ? 'secondary' : 'primary'}
          onClick={() => {
            changeDraft({ fromMenu: false })
            go('category')
          }}
        >
          Something else
        </Button>
      }
    >
      <TryAgain message={menu?.error} />
      {existing ? <SavedAlready yolo={existing} /> : <Banner tone="bad">{error?.message}</Banner>}
      {menu?.data && <MenuNote isEmpty={cards.length === 0} fromDevice={menu.fromDevice} />}
      {categories.map((category) => (
        <MenuSection
          key={category.id}
          category={category}
          cards={cards.filter(({ categoryId }) => categoryId === category.id)}
          busyId={busy ? itemId : null}
          hasPhoto={photo !== null}
          onChoose={(card) => void choose(card, category)}
        />
      ))}
    </WizardStep>
  )
}

function MenuNote({ isEmpty, fromDevice }: { isEmpty: boolean; fromDevice?: boolean }) {
  if (fromDevice) return <p>{isEmpty ? 'No dish of it is on this device.' : 'From this device'}</p>
  return isEmpty && <p>Nobody has saved a dish here yet: yours is the first.</p>
}

type SectionProps = {
  category: Category
  cards: Card[]
  /** The dish that is being saved. */
  busyId: number | null
  /** True if there is a photo, which can go to one of the member's own favorites. */
  hasPhoto: boolean
  onChoose: (card: Card) => void
}

function MenuSection({ category, cards, busyId, hasPhoto, onChoose }: SectionProps) {
  if (cards.length === 0) return null
  return (
    <section className={css.menu}>
      <h2>{category.name}</h2>
      <ul className={css.big}>
        {cards.map((card) => (
          <li key={card.id}>
            <button
              type="button"
              className={css.choice}
              disabled={card.used && !hasPhoto}
              aria-busy={card.id === busyId || undefined}
              onClick={() => onChoose(card)}
            >
              <span className={css.thumb}>
                <Photo
                  photo={card.photo && toPhotoSource(card.photo.image, card.photo.colour)}
                  shape="square"
                  sizes="4.5rem"
                >
                  <CategoryArt category={category.id} seed={card.id} />
                </Photo>
              </span>
              <ChoiceText name={card.itemName}>{noteOf(card, busyId, hasPhoto)}</ChoiceText>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function noteOf({ id, used, upvoteCount }: Card, busyId: number | null, hasPhoto: boolean) {
  if (id === busyId) return 'Saving…'
  if (used) return hasPhoto ? 'Your favorite: use the photo for it' : 'Your favorite'
  return upvoteCount === 1 ? '1 upvote' : `${upvoteCount} upvotes`
}

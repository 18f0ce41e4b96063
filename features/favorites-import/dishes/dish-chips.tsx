import { categoryById, isCategoryId } from '#domain/vocabulary/categories.ts'
import { nameKey } from '#features/items/names.ts'
import { useLoad } from '#platform/web/api/use-load.ts'
import { useSuggestions } from '#platform/web/ui/form/use-suggestions.ts'
import { Chip, Chips } from '#platform/web/ui/list/chip.tsx'
import css from '../bring.module.css'
import { type Candidate, type ChosenFavorite, cityOfPlaces } from '../progress.ts'

export type ChosenDish = Pick<ChosenFavorite, 'itemName' | 'categoryId' | 'itemId'>

type Props = {
  dishes: Candidate['dishes']
  /** The name that the member is typing. Null while dishes of other restaurants shouldn't be searched for. */
  typed: string | null
  onTake: (dish: ChosenDish) => void
}

/** Offers the dishes saved at this restaurant and, while the member types, names of dishes at other restaurants. */
export function DishChips({ dishes, typed, onTake }: Props) {
  const elsewhere = useNamesElsewhere(
    typed,
    dishes.map(({ name }) => name),
  )
  return (
    <>
      {dishes.length > 0 && (
        <Chips label="Dishes that others saved">
          {dishes.map(({ id, name, categoryId, used }) => (
            <Chip
              key={id}
              disabled={used}
              onClick={() =>
                isCategoryId(categoryId) && onTake({ itemName: name, categoryId, itemId: id })
              }
            >
              {name}
              <small>{used ? 'Your favorite' : categoryById(categoryId)?.label}</small>
            </Chip>
          ))}
        </Chips>
      )}
      {elsewhere.length > 0 && (
        <>
          <p className={css.quiet}>{namesElsewhere}</p>
          <Chips label={namesElsewhere}>
            {elsewhere.map(({ itemName, categoryId }) => (
              <Chip
                key={itemName}
                onClick={() =>
                  isCategoryId(categoryId) && onTake({ itemName, categoryId, itemId: null })
                }
              >
                {itemName}
                <small>{categoryById(categoryId)?.label}</small>
              </Chip>
            ))}
          </Chips>
        </>
      )}
    </>
  )
}

const namesElsewhere = 'Names used elsewhere'
const most = 3

/** Returns dishes of other restaurants whose names are like the typed text, each name once. */
function useNamesElsewhere(typed: string | null, here: readonly string[]) {
  const { load } = useLoad('GET /search')
  const { items } = useSuggestions(typed, async (q) => {
    const near = cityOfPlaces()
    const at = near && { latitude: near.latitude, longitude: near.longitude }
    const { data } = await load({ q: q.slice(0, 100), kinds: 'dishes', ...at })
    return { ...(data && { data: data.dishes }) }
  })
  const seen = new Set([...here, typed ?? ''].map(nameKey))
  return items
    .filter(({ itemName }) => {
      const isNew = !seen.has(nameKey(itemName))
      seen.add(nameKey(itemName))
      return isNew
    })
    .slice(0, most)
}

import { categoryById } from '#domain/vocabulary/categories.ts'
import { singularNoun } from '#domain/vocabulary/category-nouns.ts'
import type { Card } from './contract.ts'
import css from './first-here.module.css'

type Props = {
  card: Pick<Card, 'categoryId' | 'cityName'>
  /** The favorite that is shown; nothing is rendered unless it was the first one. */
  yolo: Card['yolos'][number] | undefined
}

/** The small mark of a city's first favorite of a category, beside the name of its member. */
export function FirstHere({ card: { categoryId, cityName }, yolo }: Props) {
  const category = categoryById(categoryId)
  if (!yolo?.firstHere || !category) return null
  const [city] = cityName.split(',')
  return (
    // A card's byline puts a dot before the outer span, so that the dot has the color of the line, not of the mark.
    <span>
      <span className={css.mark}>
        First {singularNoun(category.id)} saved in {city}
      </span>
    </span>
  )
}

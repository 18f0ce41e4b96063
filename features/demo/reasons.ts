import type { Dish } from './dishes.ts'
import { seededRandom } from './random.ts'
import { reasons, remarks } from './reasons.data.ts'

/**
 * Returns a function that returns why a member likes a dish, or an empty text. A text is used again only after all
 * others of its kind.
 */
export function reasonsFor(seed: string): (dish: Dish) => string {
  const dice = seededRandom(`${seed} reasons`)
  const decks = new Map<string, string[]>()
  const draw = (name: string, texts: readonly string[]) => {
    let deck = decks.get(name)
    if (!deck?.length) decks.set(name, (deck = dice.shuffled(texts)))
    return deck.pop()!
  }
  return (dish) => {
    const shape = dice.next()
    if (shape < 0.36) return ''
    const remark = shape < 0.6 ? draw('remarks', remarks) : ''
    const reason = shape < 0.38 ? '' : draw(`${dish.city} ${dish.slug}`, reasons[dish.slug])
    return `${reason} ${remark}`
      .trim()
      .replaceAll('{place}', dish.restaurant.name)
      .replaceAll('{area}', dish.restaurant.area)
  }
}

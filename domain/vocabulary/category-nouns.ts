import type { CategoryId } from './categories.ts'

/**
 * The singular and plural nouns for things of a category in a sentence, because the category's name is meant for
 * headings.
 */
const words: Record<CategoryId, readonly [one: string, many: string]> = {
  1: ['entree', 'entrees'],
  2: ['pizza', 'pizzas'],
  3: ['burger', 'burgers'],
  4: ['appetizer', 'appetizers'],
  5: ['side', 'sides'],
  6: ['dessert', 'desserts'],
  7: ['breakfast', 'breakfasts'],
  8: ['wine', 'wines'],
  9: ['mixed drink', 'mixed drinks'],
  10: ['beer', 'beers'],
  11: ['coffee', 'coffees'],
  12: ['drink', 'drinks'],
  13: ['handheld dish', 'handheld dishes'],
  14: ['fast-food dish', 'fast food'],
}

export const singularNoun = (category: CategoryId): string => words[category][0]
export const pluralNoun = (category: CategoryId): string => words[category][1]

import type { CategoryId } from '#domain/vocabulary/categories.ts'

type Colors = readonly [string, string, string]

/**
 * Background colors of a category's drawings in art.svg: its color, a lighter one and a darker one. The comments say
 * what is drawn.
 */
export const categoryColors: Record<CategoryId, Colors> = {
  // plate
  1: ['#2f7563', '#458f7b', '#235a4c'],
  // slice
  2: ['#a9281b', '#c4422f', '#861d13'],
  // burger
  3: ['#f4b73c', '#f8cb6a', '#e69b1f'],
  // dip
  4: ['#23928f', '#43ada8', '#19726f'],
  // fries
  5: ['#7658a4', '#9277bd', '#5c4088'],
  // cone
  6: ['#f4a0b2', '#f8bdc9', '#e67f98'],
  // eggs
  7: ['#86bfe3', '#aad6f0', '#62a4d0'],
  // taco
  13: ['#e8633a', '#f08460', '#c94b25'],
  // hotDog
  14: ['#2f62c4', '#4f80dc', '#224a9c'],
  // wine
  8: ['#7b2344', '#963a5c', '#5d1731'],
  // cocktail
  9: ['#ae3a80', '#c75c9a', '#8b2a64'],
  // beer
  10: ['#2e7a50', '#4a956b', '#205d3b'],
  // coffee
  11: ['#c08b58', '#d3a97c', '#a2703f'],
  // cooler
  12: ['#8fd0b8', '#b4e2d1', '#6cb99d'],
}

/**
 * A page that was opened before an update may get a category that it has no drawing for. It shows a plate on neutral
 * colors instead.
 */
export const fallbackMotif = 1
export const fallbackColors: Colors = ['#8e7d6c', '#a89886', '#6f6052']

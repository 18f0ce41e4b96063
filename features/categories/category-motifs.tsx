import type { ReactNode } from 'react'
import { wine, cocktail, beer, coffee, cooler } from './drink-motifs.tsx'
import { plate, slice, burger, dip, fries, cone, eggs, taco, hotDog } from './food-motifs.tsx'
import type { Kind } from './motif-colours.ts'

/** `grounds`: its colour, a lighter and a deeper one. */
export type Motif = { draw: (kind: Kind) => ReactNode; grounds: readonly [string, string, string] }

export const motifs: Record<number, Motif> = {
  1: { draw: plate, grounds: ['#2f7563', '#458f7b', '#235a4c'] },
  2: { draw: slice, grounds: ['#a9281b', '#c4422f', '#861d13'] },
  3: { draw: burger, grounds: ['#f4b73c', '#f8cb6a', '#e69b1f'] },
  4: { draw: dip, grounds: ['#23928f', '#43ada8', '#19726f'] },
  5: { draw: fries, grounds: ['#7658a4', '#9277bd', '#5c4088'] },
  6: { draw: cone, grounds: ['#f4a0b2', '#f8bdc9', '#e67f98'] },
  7: { draw: eggs, grounds: ['#86bfe3', '#aad6f0', '#62a4d0'] },
  13: { draw: taco, grounds: ['#e8633a', '#f08460', '#c94b25'] },
  14: { draw: hotDog, grounds: ['#2f62c4', '#4f80dc', '#224a9c'] },
  8: { draw: wine, grounds: ['#7b2344', '#963a5c', '#5d1731'] },
  9: { draw: cocktail, grounds: ['#ae3a80', '#c75c9a', '#8b2a64'] },
  10: { draw: beer, grounds: ['#2e7a50', '#4a956b', '#205d3b'] },
  11: { draw: coffee, grounds: ['#c08b58', '#d3a97c', '#a2703f'] },
  12: { draw: cooler, grounds: ['#8fd0b8', '#b4e2d1', '#6cb99d'] },
}

/** A category that has no drawing yet gets the plate. */
export const anyMotif: Motif = { draw: plate, grounds: ['#8e7d6c', '#a89886', '#6f6052'] }

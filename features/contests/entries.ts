import { isCategoryId } from '#domain/vocabulary/categories.ts'
import { singularNoun } from '#domain/vocabulary/category-nouns.ts'

/** Number of extra entries for a photo. A favorite itself is one entry (rules: contests). */
export const entriesPerPhoto = 4

const orList = new Intl.ListFormat('en', { type: 'disjunction' })

/** Says what counts in a contest with these categories: 'dish or drink', 'burger or handheld dish'. */
export const countedThings = (categories: readonly number[]): string =>
  categories.length === 0
    ? 'dish or drink'
    : orList.format(categories.filter(isCategoryId).map(singularNoun))

/** Returns the text whose SHA-256 decides the k-th drawing (rules: contests). */
export const drawingText = (publicValue: string, k: number) => `${publicValue}:${k}`

/** Returns the number of the winning entry: the hash, read as one large number, modulo the length of the list. */
export const winningEntry = (hexHash: string, count: number) =>
  Number(BigInt(`0x${hexHash}`) % BigInt(count))

import { isCategoryId } from '#domain/vocabulary/categories.ts'
import { singularNoun } from '#domain/vocabulary/category-nouns.ts'

/**
 * Number of extra entries for a photo. A favorite that is saved in a contest's time, area and categories is one entry
 * (rules: contests). Triggers update the entries whenever favorites are saved, moved, deleted or merged (contests.sql).
 */
export const entriesPerPhoto = 4

const orList = new Intl.ListFormat('en', { type: 'disjunction' })

/** Says what counts in a contest with these categories: 'dish or drink', 'burger or handheld dish'. */
export const countedThings = (categories: readonly number[]): string =>
  categories.length === 0
    ? 'dish or drink'
    : orList.format(categories.filter(isCategoryId).map(singularNoun))

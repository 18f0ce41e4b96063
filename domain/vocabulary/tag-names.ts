import type * as data from './tags.data.ts'
import { tags } from './tags.data.ts'

export type TagNames = ReadonlyMap<number, string>

const namesOf = (all: readonly data.Tag[]): TagNames =>
  new Map(all.map(({ id, name }) => [id, name]))

// The server has all names. A browser loads them when it renders tags itself.
let known: TagNames | null = import.meta.env.SSR ? namesOf(tags) : null
let coming: Promise<TagNames> | undefined

export const tagNames = () => known

export function loadTagNames(): Promise<TagNames> {
  coming ??= import('./tags.data.ts').then(
    ({ tags: all }) => (known = namesOf(all)),
    (error: unknown) => {
      coming = undefined
      throw error
    },
  )
  return coming
}

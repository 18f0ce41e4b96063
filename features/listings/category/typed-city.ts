import { redirect } from 'react-router'
import type { Category } from '#domain/vocabulary/categories.ts'
import { roundPoint } from '#features/places/rounded.ts'
import type { LoaderArgs } from '#platform/web/screen.tsx'
import { listingQueryString, cityQueryString, type ListingQuery } from '../question.ts'

type Asked = Pick<LoaderArgs, 'api' | 'url'> & {
  category: Category
  question: ListingQuery
  /** The city whose page this is, or null. */
  city: { name: string } | null
}

/**
 * Redirects a form that was sent without scripts, with the city as it was typed, to the list of the first city of that
 * name. Returns the name if no city has it, or null if none was typed.
 */
export async function redirectToTypedCity({ api, url, category, question, city }: Asked) {
  const typed = url.searchParams.get('city')?.trim()
  if (!typed) return null
  const { point } = question
  const here = city ?? (point && (await api('GET /places/nearest-city', point).catch(() => null)))
  const narrowed = city ? cityQueryString(question) : listingQueryString(question)
  if (here?.name === typed) throw redirect(pathOf(url, url.pathname, narrowed))
  const [found] = await api('GET /places/cities', { q: typed })
  if (!found) return typed
  const isGroup = url.pathname === '/categories'
  throw redirect(
    isGroup
      ? pathOf(url, url.pathname, listingQueryString({ ...question, point: roundPoint(found) }))
      : pathOf(url, `/${category.slug}/${found.slug}`, cityQueryString(question)),
  )
}

/** Returns the address of a path, with the category, the open filter and the map from the current address. */
function pathOf({ searchParams }: URL, path: string, search: string) {
  const along = new URLSearchParams()
  for (const key of ['category', 'filter', 'view']) {
    const value = searchParams.get(key)
    if (value) along.set(key, value)
  }
  const query = [search.slice(1), along.toString()].filter(Boolean).join('&')
  return query ? `${path}?${query}` : path
}

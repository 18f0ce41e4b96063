import { singularNoun } from '#domain/vocabulary/category-nouns.ts'
import type { Contest } from './contract.ts'

export const contestPath = ({ id, slug }: Pick<Contest, 'id' | 'slug'>) =>
  slug ? `/${slug}` : `/contests/${id}`

/** Formats the day of an instant like '2/22/2025'. */
export const formatDay = (instant: string, timeZone: string) =>
  new Date(instant).toLocaleDateString('en-US', { timeZone })

/** Formats an instant like '2/22/2025, 3:04:05 PM PST'. */
export const formatInstant = (instant: string, timeZone: string) =>
  new Date(instant).toLocaleString('en-US', { timeZone, timeZoneName: 'short' })

const orList = new Intl.ListFormat('en', { type: 'disjunction' })

/** Says what counts in a contest with these categories: 'dish or drink', 'burger or handheld dish'. */
export const countedThings = (categories: Contest['categories']): string =>
  categories.length === 0 ? 'dish or drink' : orList.format(categories.map(singularNoun))

/** Says whether one can still take part. The drawings of former years, without a public value, aren't recorded. */
export function stateText(contest: Contest): string {
  const { state, opensAt, closesAt, drawsAt, timeZone, publicValueName, entryCount } = contest
  const drawing = formatDay(drawsAt, timeZone)
  if (state === 'coming') return `Opens ${formatInstant(opensAt!, timeZone)}`
  if (state === 'open') return `Open until ${formatInstant(closesAt, timeZone)}`
  if (state === 'closed') return `This contest is closed. It is to be drawn on ${drawing}.`
  if (entryCount === 0) return 'This contest is over: nobody took part, so there was no drawing.'
  return publicValueName === null
    ? `This contest is over: it was drawn on ${drawing}.`
    : 'This contest is over: it has been drawn, and the winner was notified by e-mail.'
}

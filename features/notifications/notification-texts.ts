import { formatInstant } from '#features/contests/dates.ts'
import type { Notification } from './contract.ts'
import { countWithNoun } from '#platform/text/plural.ts'
import { maxCountedMembers } from './limits.ts'

type Facts = Pick<Notification, 'kind' | 'people' | 'peopleCount'> & {
  item: Pick<
    NonNullable<Notification['item']>,
    'id' | 'itemName' | 'restaurantId' | 'restaurantName'
  > | null
  contest?: Notification['contest'] | undefined
  removal?: Notification['removal'] | undefined
}

type Actors = Pick<Facts, 'people' | 'peopleCount'>

/** Returns 'Ann', 'Ann and Bob', 'Ann and 4 others' or 'Ann and 99+ others'; 'Members' if nobody is named. */
export const actorsText = (actors: Actors): string =>
  actors.people[0] ? `${actors.people[0].userName}${otherActorsText(actors)}` : 'Members'

/** Returns what follows the first name of `actorsText`: nothing, ' and Bob' or ' and 4 others'. */
export function otherActorsText({ people: [, second], peopleCount }: Actors): string {
  if (!second || peopleCount < 2) return ''
  if (peopleCount === 2) return ` and ${second.userName}`
  const others =
    peopleCount >= maxCountedMembers ? `${maxCountedMembers - 1}+` : String(peopleCount - 1)
  return ` and ${others} others`
}

/** The text between the members' names and the dish. */
export const phrases: Record<Facts['kind'], string> = {
  follow: 'followed you',
  upvoted: 'upvoted your favorite',
  'followed-yolo': 'saved',
  'followed-upvote': 'upvoted',
  nearby: 'near you saved',
  gone: 'say it’s no longer on the menu:',
  closed: 'say it has closed:',
  won: 'drew your entry in a contest',
  removed: 'removed',
}

/** What a winner has to do next, or what became of their prize. */
const nextOf: Record<Win['outcome'], (by: string) => string> = {
  waiting: (by) => `Accept it by ${by}.`,
  accepted: () => 'You accepted it.',
  declined: () => 'You declined it.',
  held: () => 'It waits for you while your votes are set aside.',
  unanswered: () => 'You didn’t accept it in time.',
  left: () => 'You didn’t accept it in time.',
}
type Win = NonNullable<Notification['contest']>

/** Returns what was won and what comes next: what the winner must do and by when, or what became of the prize. */
export const winText = ({ prize, outcome, answerBy, timeZone }: Win) => ({
  won: `You won ${prize}.`,
  next: nextOf[outcome](formatInstant(answerBy, timeZone)),
})

/**
 * Returns a notification as plain text, for example in a push: 'Ann and Bob upvoted your favorite Pho · Pho 79'. It names
 * nobody near by: one favorite would show all devices of a city what its member chose as a name.
 */
export function pushText(notification: Facts): string {
  const { kind, item, contest } = notification
  if (contest) return Object.values(winText(contest)).join(' ')
  const { peopleCount } = notification
  const strangers = peopleCount > 1 ? countWithNoun(peopleCount, 'member') : 'A member'
  const who = kind === 'nearby' ? strangers : actorsText(notification)
  const text = [who, phrases[kind], item?.itemName].filter(Boolean).join(' ')
  return item ? `${text} · ${item.restaurantName}` : text
}

/**
 * Returns the path that a notification links to: the dish, its restaurant, the contest or the follower. Several
 * followers are listed on the member's own page, which also shows the place that a removed favorite left free.
 */
export function notificationPath(facts: Facts): string {
  const { kind, item, contest, people, peopleCount } = facts
  if (contest) return `/contests/${contest.id}`
  if (facts.removal) return '/my-page'
  if (item) return kind === 'closed' ? `/restaurant/${item.restaurantId}` : `/dish/${item.id}`
  return peopleCount === 1 && people[0] ? `/user/${people[0].userId}` : '/my-page?show=followers'
}

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })

/** Returns, for example, 'now', '5 min. ago', 'yesterday' or '3 wk. ago'. */
export function agoText(time: string, now: number): string {
  const seconds = Math.max(0, (now - Date.parse(time)) / 1000)
  const fitting = units.find(([, length]) => seconds >= length)
  return fitting ? relative.format(-Math.floor(seconds / fitting[1]), fitting[0]) : 'now'
}

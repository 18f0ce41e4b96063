import type { Notice } from './contract.ts'

/** Returns 'Ann', 'Ann and Bob' or 'Ann and 4 others'; 'Members' if nobody is named. */
export function actorsText({ people: [first, second], peopleCount }: Notice): string {
  if (!first) return 'Members'
  if (!second || peopleCount < 2) return first.userName
  const others = peopleCount === 2 ? second.userName : `${peopleCount - 1} others`
  return `${first.userName} and ${others}`
}

/** The text between the members' names and the dish. */
export const phrases: Record<Notice['kind'], string> = {
  follow: 'followed you',
  upvoted: 'upvoted your favorite',
  'followed-yolo': 'saved',
  'followed-upvote': 'upvoted',
  nearby: 'near you saved',
  won: '',
  decided: '',
}

/** Returns the path that a notice links to. Several followers are listed on the member's own page. */
export function noticePath({ item, contest, text, people, peopleCount }: Notice): string {
  if (contest) return `/contests/${contest.id}`
  if (text !== null) return '/my-page'
  if (item) return `/dish/${item.id}`
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

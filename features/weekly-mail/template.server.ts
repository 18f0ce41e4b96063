import { countWithNoun } from '#platform/text/plural.ts'
import { hello } from '#features/mail/templates.server.ts'
import type { MailMessage } from '#platform/server/mail/mail-message.ts'
import type { MemberWeek } from './week.server.ts'

type Facts = {
  /** The member's name, or null if the address may be a stranger's, who must not read what the member typed. */
  name: string | null
  city: string | null
  origin: string
  stopLink: string
}

const mostFollowers = 5
const mostUpvoted = 5

/** Returns the words of a week's mail. */
export function writeWeeklyMail(
  { nearby, upvoted, followed }: MemberWeek,
  { name, city, origin, stopLink }: Facts,
): MailMessage {
  const votes = upvoted.reduce((sum, { peopleCount }) => sum + peopleCount, 0)
  const followers = followed.reduce((sum, { peopleCount }) => sum + peopleCount, 0)
  const dish = (item: { id: number; itemName: string; restaurantName: string }, more: string) => ({
    words: `${item.itemName} · ${item.restaurantName}${more}`,
    link: `${origin}/dish/${item.id}`,
  })
  const names = followed.flatMap(({ people }) => people).slice(0, mostFollowers)
  const others = followers - names.length
  const sections = [
    {
      title: `New near ${city ?? 'you'}`,
      items: nearby.map((card) =>
        dish(card, card.upvoteCount > 0 ? ` · ${countWithNoun(card.upvoteCount, 'upvote')}` : ''),
      ),
    },
    {
      title: `${countWithNoun(votes, 'upvote')} of your favorites`,
      items: upvoted
        .toSorted((a, b) => b.peopleCount - a.peopleCount)
        .slice(0, mostUpvoted)
        .flatMap(({ item, peopleCount }) => {
          if (!item) return []
          const line = dish(item, ` · ${peopleCount}`)
          return [name === null ? { ...line, words: `A favorite · ${peopleCount}` } : line]
        }),
    },
    {
      title: followers === 1 ? 'A new follower' : `${followers} new followers`,
      items: [
        ...names.map(({ userId, userName }) => ({
          words: userName,
          link: `${origin}/user/${userId}`,
        })),
        ...(others > 0
          ? [{ words: `and ${others} more`, link: `${origin}/my-page?show=followers` }]
          : []),
      ],
    },
  ]
  const parts = [
    nearby.length > 0 && countWithNoun(nearby.length, 'new dish', 'new dishes'),
    votes > 0 && countWithNoun(votes, 'upvote'),
    followers > 0 && countWithNoun(followers, 'new follower'),
  ]
  return {
    subject: `Your week on Yolo: ${parts.filter(Boolean).join(', ')}`,
    lines: [hello(name), 'here is what happened in the last seven days.'],
    sections: sections.filter(({ items }) => items.length > 0),
    button: { words: 'See all notices', link: `${origin}/notify` },
    small: ['You get this mail once a week, because you asked for it in your settings.'],
    unsubscribe: { words: 'Stop the weekly mail', link: stopLink },
  }
}

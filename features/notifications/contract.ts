import { z } from 'zod'
import { winnerOutcome } from '#features/contests/contract.ts'
import { card } from '#features/items/contract.ts'
import { call } from '#platform/contract/call.ts'
import { declareRefusal } from '#platform/contract/failure.ts'
import { badCursor, cursor, nextCursor } from '#platform/contract/paging.ts'
import { id, instant, ignoredCacheBuster, timeZone } from '#platform/contract/shapes.ts'

/** Unread notifications are counted only up to this number, because badges show '9+' beyond nine. */
export const maxUnread = 10
export const pageSize = 20

const person = z.object({ userId: id, userName: z.string() })

/** A notification: everything of one kind about one thing. */
const notification = z.object({
  /** Identifies the notification. It stays the same when more members are added to the notification. */
  key: z.string(),
  /**
   * What the notification is about. `follow`: new followers on one day. `upvoted`: upvotes for the member's own
   * favorite. `followed-yolo`, `followed-upvote`: acts of followed members. `nearby`: yolos within 20 miles of the
   * member's location. `gone`: a favorite that is off the menu. `closed`: a favorite whose restaurant has closed.
   * `won`: a contest whose drawing picked the member's entry. `removed`: an admin removed a dish or restaurant, and
   * with it favorites of the member. Lines of `gone`, `closed`, `won` and `removed` name no members.
   */
  kind: z.enum([
    'follow',
    'upvoted',
    'followed-yolo',
    'followed-upvote',
    'nearby',
    'gone',
    'closed',
    'won',
    'removed',
  ]),
  /** The time of the newest act of the notification. */
  time: instant,
  unread: z.boolean(),
  /** The three members who acted last. */
  people: z.array(person),
  /** The number of members behind the notification, at most 100. */
  peopleCount: z.int(),
  item: card.nullable(),
  /** The contest that was won, and until when the prize can be accepted. */
  contest: z
    .object({
      id,
      title: z.string(),
      prize: z.string(),
      outcome: winnerOutcome,
      answerBy: instant,
      timeZone: z.string(),
    })
    .nullable(),
  /** What an admin removed, with what they wrote about it, or ''. The dish has no card any more. */
  removal: z
    .object({
      what: z.enum(['favorite', 'dish', 'restaurant']),
      itemName: z.string(),
      restaurantName: z.string(),
      reason: z.string(),
    })
    .nullable(),
})
export type Notification = z.output<typeof notification>

const listed = z.object({
  items: z.array(notification),
  cursor: nextCursor,
})
const page = z.object({ cursor, v: ignoredCacheBuster })

export const notifications = call('GET /notifications', {
  summary: 'What happened around the caller in the last 90 days, newest first',
  access: 'member',
  limit: 'read',
  input: page,
  output: listed,
  errors: [badCursor],
})

export const feed = call('GET /feed', {
  summary:
    'What the members one follows saved in the last 90 days, and upvoted since one follows them, newest first',
  access: 'member',
  limit: 'read',
  input: page,
  output: listed,
  errors: [badCursor],
})

export const unreadCounts = call('GET /follow/unread', {
  summary: 'How many new followers and other notices wait, 10 standing for all beyond 9',
  access: 'member',
  limit: 'live',
  input: z.object({ v: ignoredCacheBuster }),
  output: z.object({ followUnread: z.int(), notificationUnread: z.int() }),
})

const read = {
  access: 'member',
  limit: 'write',
  /** Everything up to this moment is marked as read. Defaults to now. */
  input: z.object({ until: z.iso.datetime().optional() }),
} as const

export const markFollowsRead = call('POST /follow/update-last-read', {
  ...read,
  summary: 'Mark notices of new followers as read',
})
export const markNoticesRead = call('POST /notifications/read', {
  ...read,
  summary: 'Mark all other notices as read',
})

export const notificationStream = call('GET /notifications/stream', {
  summary: 'Server-sent events: `changed` when the counts may have changed',
  access: 'member',
  limit: 'live',
  produces: 'text/event-stream',
  input: z.object({ v: ignoredCacheBuster }),
  output: z.string(),
})

const hour = z.int().min(0).max(23)

const settings = z.object({
  /** Notify about new yolos in the member's area. */
  nearby: z.boolean(),
  /** Notify about upvotes for the member's yolos. */
  upvoted: z.boolean(),
  /** Notify about yolos and upvotes of followed members. */
  followed: z.boolean(),
  /** Send emails about the member's area. Off by default (rules: consent). */
  emailConsent: z.boolean(),
  /** Send a mail each week about new dishes near the member, new upvotes and new followers. Off by default. */
  weeklyMail: z.boolean(),
  /** Full hours of the member's clock between which no push is sent, or null. The span may include midnight. */
  quietHours: z
    .object({ from: hour, to: hour })
    .refine(({ from, to }) => from !== to, 'Please choose two different hours.')
    .nullable(),
  /** The zone of the member's clock. Null if no device has sent it; then UTC is used. */
  timeZone: timeZone.nullable(),
})

export const showNotificationSettings = call('GET /notification-settings', {
  summary: 'Which notices and mails the caller wants',
  access: 'member',
  limit: 'read',
  input: z.object({ v: ignoredCacheBuster }),
  output: settings,
})

export const addressToProve = declareRefusal(
  409,
  'address_to_prove',
  'Your e-mail was confirmed where you weren’t logged in, so it may be somebody else’s. We have sent a link to it: open it here, then choose this again.',
)

export const changeNotificationSettings = call('PUT /notification-settings', {
  summary: 'Choose which notices and mails one wants; what isn’t named stays',
  access: 'member',
  limit: 'write',
  input: settings.partial(),
  output: settings,
  errors: [addressToProve],
})

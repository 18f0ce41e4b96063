import { z } from 'zod'
import { card } from '#features/items/contract.ts'
import { call } from '#platform/contract/call.ts'
import { badCursor, cursor, nextCursor } from '#platform/contract/paging.ts'
import { id, instant, v } from '#platform/contract/shapes.ts'

/** Badges say 9+ beyond nine, so nobody counts farther than this. */
export const maxUnread = 10
export const pageSize = 20
/** A notification counts its people up to here: '99+ others'. */
export const maxPeople = 100

const person = z.object({ userId: id, userName: z.string() })

/** Everything of one kind about one thing, newest first. */
const notification = z.object({
  /** The same notification keeps its key when more people join it. */
  key: z.string(),
  /**
   * `follow`: new followers of a day. `upvoted`: one's own favourite. `followed-yolo`, `followed-upvote`: what
   * people one follows did. `nearby`: saved within 20 miles of one's place. `gone`: a favourite that isn't on
   * the menu any more; `closed`: its restaurant has closed. Members say so, nobody by name.
   */
  kind: z.enum([
    'follow',
    'upvoted',
    'followed-yolo',
    'followed-upvote',
    'nearby',
    'gone',
    'closed',
  ]),
  /** When the newest of them happened. */
  time: instant,
  unread: z.boolean(),
  /** The newest three. */
  people: z.array(person),
  /** How many there are, up to 100. */
  peopleCount: z.int(),
  item: card.nullable(),
})
export type Notification = z.output<typeof notification>

const listed = z.object({
  items: z.array(notification),
  cursor: nextCursor,
})
const page = z.object({ cursor, v })

export const notifications = call('GET /notifications', {
  summary: 'What happened around the caller in the last 90 days, newest first',
  access: 'member',
  limit: 'read',
  input: page,
  output: listed,
  errors: [badCursor],
})

export const feed = call('GET /feed', {
  summary: 'What the members one follows saved and upvoted in the last 90 days, newest first',
  access: 'member',
  limit: 'read',
  input: page,
  output: listed,
  errors: [badCursor],
})

export const unread = call('GET /follow/unread', {
  summary: 'How many new followers and other notices wait, 10 standing for all beyond 9',
  access: 'member',
  limit: 'read',
  input: z.object({ v }),
  output: z.object({ followUnread: z.int(), notificationUnread: z.int() }),
})

const read = {
  access: 'member',
  limit: 'write',
  /** What came after this moment stays unread; now, when absent. */
  input: z.object({ until: z.iso.datetime().optional() }),
} as const

export const readFollows = call('POST /follow/update-last-read', {
  ...read,
  summary: 'Mark notices of new followers as read',
})
export const readNotices = call('POST /notifications/read', {
  ...read,
  summary: 'Mark all other notices as read',
})

export const stream = call('GET /notifications/stream', {
  summary: 'Server-sent events: `changed` when the counts may have changed',
  access: 'member',
  limit: 'read',
  produces: 'text/event-stream',
  input: z.object({ v }),
  output: z.string(),
})

const settings = z.object({
  /** New yolos in your area. */
  nearby: z.boolean(),
  /** One of your yolos upvoted. */
  upvoted: z.boolean(),
  /** Someone you follow adds a yolo or upvote. */
  followed: z.boolean(),
  /** Mails about one's area, off by default (rules: consent). */
  emailConsent: z.boolean(),
})

export const showSettings = call('GET /notification-settings', {
  summary: 'Which notices and mails the caller wants',
  access: 'member',
  limit: 'read',
  input: z.object({ v }),
  output: settings,
})
export const changeSettings = call('PUT /notification-settings', {
  summary: 'Choose which notices and mails one wants; what isn’t named stays',
  access: 'member',
  limit: 'write',
  input: settings.partial(),
  output: settings,
})

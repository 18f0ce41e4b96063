import { z } from 'zod'
import { notWhileImpersonating } from '#domain/impersonating.ts'
import { call } from '#platform/contract/call.ts'
import { declareRefusal } from '#platform/contract/failure.ts'
import { badCursor, cursor, nextCursor } from '#platform/contract/paging.ts'
import { id, ignoredCacheBuster, instant } from '#platform/contract/shapes.ts'

/** Unread notices are counted only up to this number, because badges show '9+' beyond nine. */
export const maxUnread = 10
export const pageSize = 20

export const noticeKind = z.enum([
  /** A new follower. */
  'follow',
  /** An upvote on the member's own favorite. */
  'upvoted',
  /** Acts of members that the member follows. */
  'followed-yolo',
  'followed-upvote',
  /** A new yolo within 20 miles of the member's saved location. */
  'nearby',
  /** The member's entry won a contest. */
  'won',
  /** An admin decided about something of the member's. */
  'decided',
])
export type NoticeKind = z.output<typeof noticeKind>

/** Equal kinds on one thing, or new followers of one day. */
const notice = z.object({
  key: z.string(),
  kind: noticeKind,
  /** The time of the newest act. */
  time: instant,
  unread: z.boolean(),
  /** The three members who acted last. */
  people: z.array(z.object({ userId: id, userName: z.string() })),
  peopleCount: z.int(),
  item: z
    .object({ id, itemName: z.string(), restaurantName: z.string(), categoryId: z.int() })
    .nullable(),
  contest: z.object({ id, title: z.string(), prize: z.string() }).nullable(),
  /** What was decided. */
  text: z.string().nullable(),
})
export type Notice = z.output<typeof notice>

export const notifications = call('GET /notifications', {
  summary: 'What happened around the caller in the last 90 days, newest first',
  access: 'member',
  limit: 'read',
  input: z.object({ cursor, v: ignoredCacheBuster }),
  output: z.object({ items: z.array(notice), cursor: nextCursor }),
  errors: [badCursor],
})

export const unreadCounts = call('GET /follow/unread', {
  summary: 'How many new followers and other notices wait, 10 standing for all beyond 9',
  access: 'member',
  limit: 'live',
  input: z.object({ v: ignoredCacheBuster }),
  output: z.object({ followUnread: z.int(), notificationUnread: z.int() }),
})

export const markFollowsRead = call('POST /follow/update-last-read', {
  allowedWhenSuspended: true,
  summary: 'Mark notices of new followers as read',
  access: 'member',
  limit: 'write',
})
export const markNoticesRead = call('POST /notifications/read', {
  allowedWhenSuspended: true,
  summary: 'Mark all other notices as read',
  access: 'member',
  limit: 'write',
})

const settings = z.object({
  /** Notify about new yolos in the member's area. */
  nearby: z.boolean(),
  /** Notify about upvotes for the member's yolos. */
  upvoted: z.boolean(),
  /** Notify about yolos and upvotes of followed members. */
  followed: z.boolean(),
  /** Send emails about the member's area. Off by default. */
  emailConsent: z.boolean(),
  /** Send a mail each week. Off by default. */
  weeklyMail: z.boolean(),
})

export const showNotificationSettings = call('GET /notification-settings', {
  summary: 'Which notices and mails the caller wants',
  access: 'member',
  limit: 'read',
  input: z.object({ v: ignoredCacheBuster }),
  output: settings,
})

export const changeNotificationSettings = call('PUT /notification-settings', {
  summary: 'Choose which notices and mails one wants; what isn’t named stays',
  access: 'member',
  limit: 'write',
  input: settings.partial(),
  output: settings,
})

// Pushes to devices.

export const unknownPushService = declareRefusal(
  422,
  'unknown_push_service',
  'We don’t know your browser’s push service, so we can’t send notices to it.',
)
export const deviceNotFound = declareRefusal(
  404,
  'device_not_found',
  'No notices go to this device any more.',
)

export const showPushKey = call('GET /push-key', {
  summary: 'The public key (VAPID) with which a browser subscribes to our pushes',
  access: 'member',
  limit: 'read',
  input: z.object({ v: ignoredCacheBuster }),
  output: z.object({ publicKey: z.string() }),
})

export const listDevices = call('GET /user/push-subscriptions', {
  summary: 'The devices to which the caller’s pushes go, newest first',
  access: 'member',
  limit: 'read',
  input: z.object({ v: ignoredCacheBuster }),
  output: z.array(
    z.object({
      id,
      /** Such as 'Chrome on Android'. */
      device: z.string(),
      createdAt: instant,
      /** Whether this is the device that sent the request. */
      current: z.boolean(),
    }),
  ),
  errors: [notWhileImpersonating],
})

export const subscribeDevice = call('POST /user/push-subscriptions', {
  summary: 'Send pushes to this device for as long as its session lasts',
  access: 'member',
  limit: 'write',
  /** The three texts of the browser's subscription. */
  input: z.object({
    endpoint: z
      .string()
      .max(1000)
      .regex(/^https?:\/\/[\x21-\x7e]+$/, 'Not an address.'),
    p256dh: z.string().regex(/^[\w-]{87}=?$/, 'Not a public key.'),
    auth: z.string().regex(/^[\w-]{22}(==)?$/, 'Not a secret of 16 bytes.'),
  }),
  output: z.object({ id }),
  errors: [unknownPushService, notWhileImpersonating],
})

export const removeDevice = call('DELETE /user/push-subscriptions/:id', {
  summary: 'Send no more pushes to a device of the caller',
  access: 'member',
  limit: 'write',
  input: z.object({ id }),
  errors: [deviceNotFound, notWhileImpersonating],
})

import '#platform/server/events.ts'

declare module '#platform/server/events.ts' {
  /** What is sent to all processes after the commit. */
  interface EventKinds {
    /** `memberId` is who is followed. */
    follow: { actorId: number; memberId: number }
    vote: { actorId: number; itemId: number }
    yolo: { actorId: number; itemId: number }
    /** Shown to everyone as no longer served. */
    gone: { itemId: number }
    closed: { restaurantId: number }
    /** Some of a member's notices were read or are hidden: their other devices show so. */
    read: { memberId: number }
  }
}

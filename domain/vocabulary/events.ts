import '#platform/server/events.ts'

declare module '#platform/server/events.ts' {
  /** Events that are sent to all processes after the commit. */
  interface EventKinds {
    /** `memberId` is the followed member. */
    follow: { actorId: number; memberId: number }
    vote: { actorId: number; itemId: number }
    yolo: { actorId: number; itemId: number }
    /** An item is now shown to everyone as off the menu. */
    gone: { itemId: number }
    closed: { restaurantId: number }
    /** A drawing picked a member's entry. */
    won: { memberId: number }
    /** Some of a member's notifications were read or hidden, so their other devices must update. */
    read: { memberId: number }
  }
}

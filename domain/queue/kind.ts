import type { RawBuilder, Transaction } from 'kysely'
import type { Decision } from '#domain/decisions.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Database, Services } from '#platform/server/services.ts'

export type Tx = Transaction<DB>
export type Actor = { id: number; actingUserId: number | null }

/**
 * A case in the queue. `round` numbers the decisions on its subject, from 1. `decision` is the id of its decision; null
 * while it is open.
 */
export type QueueCase = { about: string; id: number; round: number; decision: number | null }

/** A picture that admins are shown by `GET /abuse-reports/photo` (`id` is its yolo's) or `/avatar` (its member's). */
export type WithheldPicture = { of: 'photo' | 'avatar'; id: number; name: string }

export type Reporter = {
  userId: number
  userName: string
  at: string
  verified: boolean
  reason: string | null
  /** The reason as a sentence. */
  reasonText: string | null
  words: string
  /** The text as it was when it was reported. */
  seen: string | null
}

/** What an admin reads about a case. */
export type CaseDescription = {
  about: string
  id: number
  name: string
  restaurantName: string | null
  /** The page on which an admin can look at the thing. */
  link: string
  /** The member whose text, photo or account is reported. */
  member: { userId: number; userName: string } | null
  text: string | null
  image: string | null
  /** Its picture if it may not be shown publicly; `image` is null then. */
  withheld?: WithheldPicture | null
  /** What the admin must know about the case: of an image, or why a member is held. */
  note?: string | null
  hidden: boolean
  /**
   * Number of members who report it; for a cluster, of its accounts; for a place, of the sources that say it has closed;
   * for a pair of similar dishes, of the yolos of the dish that would be merged away.
   */
  count: number
  /** How many of these members count. Absent if `count` isn't of reporters. */
  counting?: number
  /** The reports, of which a member may have several, of different texts, photos or names. */
  reporters: Reporter[]
  newest: string | null
  /** The default reason for removing it, if it differs from the one of its kind. */
  usualReason?: string
  /**
   * What a decision on the case is about, such as its texts and who reports it (see `versionOf`). It is what an admin is
   * shown, without what changes by itself.
   */
  restsOn: unknown[]
  /** The version of the case, if it isn't made of `restsOn`. */
  version?: string
  /** What a removal is about, if its author could change `restsOn` again and again. */
  removalRestsOn?: unknown[]
}

/**
 * The label of a button, the participle for what it did ('held' in 'Ann is held.'), and the reason that is recorded if
 * the admin types none.
 */
export type ChoiceTexts = { button: string; done: string; usualReason: string }

export type QueueSubjectTexts = {
  /** For example 'Dish'. */
  label: string
  /** Singular noun for counting cases, such as 'report'. */
  noun: string
  /** Shown next to the count of a case whose thing is hidden. */
  hiddenText: string
  remove: ChoiceTexts
  dismiss: ChoiceTexts
}

export type DecisionOutcome = {
  done: boolean
  state: 'open' | 'removed' | 'dismissed' | 'gone'
  message: string | null
}

/** What a decision needs: its transaction, who decides, when and why. */
export type DecisionContext = {
  services: Services
  tx: Tx
  actor: Actor
  at: Date
  reason: string
  /** The version of the case that the admin saw (see `versionOf`); null if the call didn't tell it. */
  seen: string | null
}

/**
 * A kind of case that waits for an admin's decision. Each kind is implemented in the feature of its things;
 * features/queue lists all kinds.
 */
export type QueueKind = {
  abouts: Record<string, QueueSubjectTexts>
  /**
   * SQL query of the open cases with the columns `about, id, subject, hidden, count, newest`, for reports made up to
   * `then` (null for all reports). Of reports, `count` is the number of members whose reports count. Of pairs
   * of dishes it is -1, so that they stand below what is reported.
   */
  open(then: RawBuilder<Date> | null): RawBuilder<unknown>
  /** SQL for the text that is searched when an admin filters the queue: the names and texts that the case shows. */
  searchText(id: RawBuilder<number>, about: string): RawBuilder<unknown>
  /** Returns descriptions of these cases in any order, except of those whose thing is gone for good. */
  describe(database: Database, cases: QueueCase[]): Promise<CaseDescription[]>
  decide(one: QueueCase, decision: Decision, by: DecisionContext): Promise<DecisionOutcome>
  /** Undoes the decision, so that the case is open again. */
  restore(one: QueueCase, by: DecisionContext): Promise<DecisionOutcome>
}

/** The texts that most kinds use. */
export const removeOrDismissTexts = (removeReason: string) => ({
  hiddenText: 'hidden',
  noun: 'report',
  remove: { button: 'Remove', done: 'removed', usualReason: removeReason },
  dismiss: { button: 'Dismiss', done: 'dismissed', usualReason: 'The reports don’t hold.' },
})

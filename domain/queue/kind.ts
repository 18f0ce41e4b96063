import type { RawBuilder, Transaction } from 'kysely'
import type { Decision } from '#domain/decisions.ts'
import type { DB } from '#platform/server/schema.ts'
import type { Database, Services } from '#platform/server/services.ts'

export type Tx = Transaction<DB>
export type Actor = { id: number; through: number | null }

/** A thing in the queue. `round`: which deciding of it this is, from 1; `decision`: the id of it, where it is decided. */
export type Case = { about: string; id: number; round: number; decision: number | null }

export type Reporter = {
  userId: number
  userName: string
  at: string
  verified: boolean
  reason: string | null
  /** The reason in a sentence. */
  reasonText: string | null
  words: string
  /** The text as it was reported. */
  seen: string | null
}

/** What an admin reads about a case. */
export type Description = {
  about: string
  id: number
  name: string
  restaurantName: string | null
  /** The page where an admin looks at it. */
  link: string
  /** Whose text, photo or account it is. */
  member: { userId: number; userName: string } | null
  text: string | null
  image: string | null
  hidden: boolean
  /** How many report it. */
  count: number
  reporters: Reporter[]
  newest: string | null
  /** The words of its buttons, where they differ from those of its kind. */
  usualReason?: string
}

/** A button, what it has done ('Ann is held.') and the reason that is written down if the admin types none. */
export type ChoiceTexts = { button: string; done: string; usualReason: string }

export type About = {
  /** 'Dish' */
  label: string
  /** What several are counted as; singular. */
  noun: string
  /** Said beside the count of what its reports have hidden. */
  hiddenText: string
  remove: ChoiceTexts
  dismiss: ChoiceTexts
}

export type Outcome = {
  done: boolean
  state: 'open' | 'removed' | 'dismissed' | 'gone'
  message: string | null
}

/** What decides within one transaction: by whom, when and why. */
export type Deciding = {
  services: Services
  tx: Tx
  actor: Actor
  at: Date
  reason: string
}

/** Something that waits for an admin's decision. Each kind stands in the feature of its things; features/queue lists all. */
export type QueueKind = {
  abouts: Record<string, About>
  /**
   * The open cases as a query of `about, id, subject, hidden, count, newest`, of reports made up to `then`
   * (null: all of them).
   */
  open(then: RawBuilder<Date> | null): RawBuilder<unknown>
  /** What is said of these, in any order; without those whose thing is gone for good. */
  describe(database: Database, cases: Case[]): Promise<Description[]>
  decide(one: Case, decision: Decision, by: Deciding): Promise<Outcome>
  /** Undoes the decision: the case waits again. */
  restore(one: Case, by: Deciding): Promise<Outcome>
}

/** The wording of most kinds. */
export const removeOrDismiss = (removeReason: string) => ({
  hiddenText: 'hidden',
  noun: 'report',
  remove: { button: 'Remove', done: 'removed', usualReason: removeReason },
  dismiss: { button: 'Dismiss', done: 'dismissed', usualReason: 'The reports don’t hold.' },
})

import type { Route } from '#platform/contract/wire.ts'

/** A write that a member made, as a feature hands it over. Everything in it can be stored in IndexedDB. */
export type WaitingWrite = {
  route: Route
  input: Record<string, unknown>
  /** The body, if it isn't the input without the path's parameters: a list, or the fields of a multipart form. */
  body?: { list: unknown[] } | { form: Record<string, string | Blob> }
  /**
   * What the write changes, such as 'vote 7', by ids and not by names that two things can have. Writes about the same
   * thing are sent in order, or replace each other.
   */
  about: string
  /** What the write is, in words for the member. */
  words: string
  /**
   * For a switch: the state that the write sets. A write of the opposite state cancels one that hasn't been sent yet.
   */
  on?: boolean
  /** For a deletion: what it takes away, by another id than that in `about`. Screens find it by that. */
  removes?: string
  /** For an edit: the fields that it sets. Screens show them meanwhile, and the edit's dialog begins with them. */
  sets?: Record<string, unknown>
  /**
   * True if sending the write again changes nothing, however late. Otherwise the member is asked before it is sent
   * again once the server may have forgotten its key.
   */
  repeatable?: boolean
  /**
   * The refusal that the server sends if an earlier attempt succeeded but its answer was lost. `code` is the refusal's
   * code, and `detail` names the field of its details that contains the lost answer. Where one of the fields `same` is
   * another there than in the input, it is the answer to another write.
   */
  doneIf?: { code: string; detail: string; same?: readonly string[] }
  /** The code of a refusal that means that nothing is left to do: what is to be deleted is gone. */
  settledIf?: string
  /**
   * `entry` is the id of an entry that must be sent first. The id in the answer to it becomes the input's `field`, and
   * from then on the write is about the `kind` of that id, such as 'photo 7'.
   */
  after?: { entry: number; field: string; kind: string }
}

export type WriteRefusal = {
  code: string
  message: string
  details: Record<string, unknown>
  /** A text per input field that can't be used. */
  fields?: Record<string, string>
}

/** A write that waits on this device, came back as a question, or was sent recently. */
export type QueueEntry = WaitingWrite & {
  id: number
  memberId: number
  /** The Idempotency-Key. All attempts have the same one, until the member sends a question again. */
  key: string
  addedAt: number
  /** The time of the first attempt that may have taken effect on the server; null if there was none. */
  triedAt: number | null
  /** Number of attempts so far that took too long, or failed with an error inside the server or an unknown error. */
  failures: number
  state: 'waiting' | 'question' | 'sent'
  /** The reason, if the write came back as a question. */
  refused: WriteRefusal | null
  sentAt: number | null
  /** The id in the server's answer, for entries that are sent after this one. */
  answerId: number | null
}

/** Returns an Idempotency-Key. Doesn't use `crypto.randomUUID`, which exists only on pages with https. */
export const createIdempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

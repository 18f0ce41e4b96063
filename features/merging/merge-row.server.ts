export type MergeRow = {
  id: number
  from_id: number
  into_id: number
  at: Date
  before: {
    category?: number
    followers: number[]
    items?: number[]
    empty?: string[]
    /** Of a restaurant: the facts that it took as corrected, with their columns; `had` is what these held. */
    taken?: Record<string, string[]>
  }
}
/** Why a merging can't be undone, in words for the one who asked. */
export class CannotUndo extends Error {}
export class NoSuchMerge extends CannotUndo {}
/** Who undoes it, and who sits behind the session. */
export type Undoer = { id: number; through: number | null }

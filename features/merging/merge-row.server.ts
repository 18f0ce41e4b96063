export type MergeRow = {
  id: number
  from_id: number
  into_id: number
  at: Date
  before: { category?: number; followers: number[]; items?: number[]; empty?: string[] }
}
/** Why a merging can't be undone, in words for the one who asked. */
export class CannotUndo extends Error {}
export class NoSuchMerge extends CannotUndo {}
/** Who undoes it, and who sits behind the session. */
export type Undoer = { id: number; through: number | null }

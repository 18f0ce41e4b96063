export type MergeRow = {
  id: number
  from_id: number
  into_id: number
  at: Date
  before: { category?: number; followers: number[]; items?: number[]; empty?: string[] }
}
/** Why a merging can't be undone, as text for the operator. */
export class CannotUndo extends Error {}

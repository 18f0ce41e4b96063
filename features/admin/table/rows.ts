/** Where a table's rows come from: page by page, or all at once. */
export type Rows<Row> = {
  /** Undefined until the first ones are there. */
  rows: readonly Row[] | undefined
  /** Why the last asking failed. */
  error: unknown
  /** Whether there are more to be loaded. */
  more: boolean
  /** More are on their way. */
  loading: boolean
  /** What is shown is another question's, or is being asked again. */
  stale: boolean
  loadMore: () => void
  stop: () => void
  again: () => void
}

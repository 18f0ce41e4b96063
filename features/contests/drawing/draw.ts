/** Everything that decides a drawing (rules: drawing). */
export type DrawingInputs = {
  seed: string
  contestId: number
  listHash: string
  /** The public value, typed in once it was known. Null if none had been announced. */
  beacon: string | null
  /** 0 for the first drawing, k for the k-th redraw. */
  redraw: number
}

/**
 * Returns the SHA-256 of a text's UTF-8 bytes, in lowercase hex. The server and the browser have different
 * implementations.
 */
export type Sha256 = (text: string) => Promise<string>

/** Returns the text whose SHA-256 is `listHash`. */
export const entryListText = (entries: readonly number[]) => entries.join(',')

export const drawingHashInput = ({ seed, contestId, listHash, beacon, redraw }: DrawingInputs) =>
  [
    seed,
    contestId,
    listHash,
    ...(beacon === null ? [] : [beacon]),
    ...(redraw ? [redraw] : []),
  ].join(':')

/** Returns the index of the winning entry in the list. */
export async function winningIndex(
  count: number,
  drawing: DrawingInputs,
  sha256: Sha256,
): Promise<number> {
  const n = BigInt(`0x${await sha256(drawingHashInput(drawing))}`)
  return Number(n % BigInt(count))
}

export type PublishedDrawing = {
  id: number
  seedHash: string
  seed: string
  entries: readonly number[]
  listHash: string
  /** Public value of the first drawing. Each redraw has its own value in `draws`. */
  beacon: string | null
  draws: readonly { k: number; entry: number; beacon: string | null }[]
}

/**
 * Returns the position of the last winning entry in the list, counted from 1. Returns null if anything that was
 * published doesn't match.
 */
export async function checkDrawing(
  contest: PublishedDrawing,
  sha256: Sha256,
): Promise<number | null> {
  const { id: contestId, seed, entries, listHash, draws } = contest
  if ((await sha256(seed)) !== contest.seedHash) return null
  if ((await sha256(entryListText(entries))) !== listHash) return null
  if (!entries.every((entry, at) => at === 0 || entries[at - 1]! < entry)) return null
  let place: number | null = null
  if (draws[0]?.beacon !== contest.beacon) return null
  for (const [redraw, { k, entry, beacon }] of draws.entries()) {
    const drawing = { seed, contestId, listHash, beacon, redraw }
    place = await winningIndex(entries.length, drawing, sha256)
    if (k !== redraw || entries[place] !== entry) return null
  }
  return place === null ? null : place + 1
}

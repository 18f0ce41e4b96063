/** The facts of an item that decide which lists contain it, and its place in them. */
export type Candidate = {
  id: number
  upvotes: number
  yolos: number
  /** When its newest counted yolo was saved, in microseconds since 1970. */
  newest: number
  latitude: number
  longitude: number
  /** Its tags as the bits that `tagBits` returns. */
  tagsLow: number
  tagsHigh: number
  /** Price level, 1 to 4, or 0 if unknown. */
  price: number
  /** Number of this week's votes and favorites. */
  trending: number
}

export type CandidatePosition = Pick<Candidate, 'upvotes' | 'yolos' | 'newest' | 'id' | 'trending'>

// Indexes of the integer columns (column 0 contains the ids), and of the floating-point columns.
const [upvotes, yolos, low, high, facts, trending] = [1, 2, 3, 4, 5, 6] as const
const [newest, latitude, longitude] = [0, 1, 2] as const
const floats = 3
/** The bit of `facts` that marks a trending item. The lower bits contain the price. */
const trends = 8

type Options = {
  /** Maximum number of items. Only the best ones are stored. */
  max: number
  category: number
  /** True if the order is by `trending` first. Otherwise `trending` isn't stored, and is 0 in every position. */
  trending?: boolean
}

/**
 * Items of one category, best first (rules: ranking). Their values are in columns of one buffer, so that an item takes
 * 48 bytes (52 with `trending`) and walking thousands of items touches no objects. A million items make about a hundred
 * thousand lists, so an empty list must be small too. `complete` is true if no item was left out after the last one.
 */
export class RankedList {
  #room: number
  readonly #columns: number
  #integers: Int32Array
  #floats: Float64Array
  length = 0
  complete: boolean
  readonly max: number
  readonly category: number

  /** `rows` must be sorted best first. Rows beyond `max` are left out. */
  constructor(rows: Candidate[], { max, category, trending: isTrending }: Options) {
    this.max = max
    this.category = category
    this.complete = rows.length <= max
    this.#columns = isTrending ? 7 : 6
    this.#room = Math.min(max, rows.length)
    ;[this.#floats, this.#integers] = this.#buffer(this.#room)
    for (const row of rows.slice(0, max)) this.#write(this.length++, row)
  }

  get bytes(): number {
    return this.#room * (floats * 8 + this.#columns * 4)
  }

  #integer(column: number, at: number): number {
    return this.#integers[column * this.#room + at]!
  }

  #float(column: number, at: number): number {
    return this.#floats[column * this.#room + at]!
  }

  #trendingAt(at: number): number {
    return this.#columns === 7 ? this.#integer(trending, at) : 0
  }

  id(at: number): number {
    return this.#integers[at]!
  }
  latitude(at: number): number {
    return this.#float(latitude, at)
  }
  longitude(at: number): number {
    return this.#float(longitude, at)
  }

  position(at: number): CandidatePosition {
    return {
      id: this.id(at),
      upvotes: this.#integer(upvotes, at),
      yolos: this.#integer(yolos, at),
      newest: this.#float(newest, at),
      trending: this.#trendingAt(at),
    }
  }

  /**
   * Returns whether the item's price is in `prices`: bit n stands for price level n, and bit 0 for an unknown price.
   */
  hasPrice(at: number, prices: number): boolean {
    return ((1 << (this.#integer(facts, at) & 7)) & prices) !== 0
  }
  trends(at: number): boolean {
    return (this.#integer(facts, at) & trends) !== 0
  }
  tagsLow(at: number): number {
    return this.#integer(low, at)
  }
  tagsHigh(at: number): number {
    return this.#integer(high, at)
  }
  hasTag(at: number, ofLow: number, ofHigh: number): boolean {
    return ((this.#integer(low, at) & ofLow) | (this.#integer(high, at) & ofHigh)) !== 0
  }

  /** Returns a number below 0 if the item at `at` ranks before the item at `to` of another list. */
  compare(at: number, other: RankedList, to: number): number {
    return (
      other.#trendingAt(to) - this.#trendingAt(at) ||
      other.#integer(upvotes, to) - this.#integer(upvotes, at) ||
      other.#integer(yolos, to) - this.#integer(yolos, at) ||
      other.#float(newest, to) - this.#float(newest, at) ||
      this.id(at) - other.id(to)
    )
  }

  #compareTo(at: number, position: CandidatePosition): number {
    return (
      (this.#columns === 7 ? position.trending - this.#trendingAt(at) : 0) ||
      position.upvotes - this.#integer(upvotes, at) ||
      position.yolos - this.#integer(yolos, at) ||
      position.newest - this.#float(newest, at) ||
      this.id(at) - position.id
    )
  }

  /** Returns the index of the first item after a position. */
  indexAfter(position: CandidatePosition): number {
    let [from, to] = [0, this.length]
    while (from < to) {
      const middle = (from + to) >>> 1
      if (this.#compareTo(middle, position) <= 0) from = middle + 1
      else to = middle
    }
    return from
  }

  remove(id: number): void {
    const at = this.#integers.subarray(0, this.length).indexOf(id)
    if (at < 0) return
    this.#move(at, at + 1)
    this.length--
  }

  insert(row: Candidate): void {
    const at = this.indexAfter(row)
    // In a truncated list, items after the last one are unknown, and some of them may rank before this one.
    if (!this.complete && at === this.length) return
    if (this.length === this.max) {
      this.complete = false
      if (at === this.length) return
      this.length--
    }
    if (this.length === this.#room) this.#grow()
    this.#move(at + 1, at)
    this.#write(at, row)
    this.length++
  }

  /** Moves all items from index `from` onward so that they begin at index `to`. */
  #move(to: number, from: number): void {
    const move = (column: Int32Array | Float64Array, begin: number) =>
      column.copyWithin(begin + to, begin + from, begin + this.length)
    for (let n = 0; n < this.#columns; n++) move(this.#integers, n * this.#room)
    for (let n = 0; n < floats; n++) move(this.#floats, n * this.#room)
  }

  #write(at: number, row: Candidate): void {
    const room = this.#room
    this.#integers[at] = row.id
    this.#integers[upvotes * room + at] = row.upvotes
    this.#integers[yolos * room + at] = row.yolos
    this.#integers[low * room + at] = row.tagsLow
    this.#integers[high * room + at] = row.tagsHigh
    this.#integers[facts * room + at] = row.price | (row.trending > 0 ? trends : 0)
    if (this.#columns === 7) this.#integers[trending * room + at] = row.trending
    this.#floats[newest * room + at] = row.newest
    this.#floats[latitude * room + at] = row.latitude
    this.#floats[longitude * room + at] = row.longitude
  }

  #buffer(room: number): [Float64Array, Int32Array] {
    const bytes = new ArrayBuffer(room * (floats * 8 + this.#columns * 4))
    return [new Float64Array(bytes, 0, floats * room), new Int32Array(bytes, floats * 8 * room)]
  }

  #grow(): void {
    const [before, room] = [this.#room, Math.min(this.max, this.#room + 4 + (this.#room >>> 1))]
    const [wholes, others] = [this.#integers, this.#floats]
    ;[this.#floats, this.#integers] = this.#buffer(room)
    this.#room = room
    for (let n = 0; n < this.#columns; n++)
      this.#integers.set(wholes.subarray(n * before, n * before + this.length), n * room)
    for (let n = 0; n < floats; n++)
      this.#floats.set(others.subarray(n * before, n * before + this.length), n * room)
  }
}

/** What decides an item's place in lists, and whether it is in them. */
export type Candidate = {
  id: number
  upvotes: number
  yolos: number
  /** Microseconds since 1970 of its newest yolo. */
  newest: number
  latitude: number
  longitude: number
  /** A bit for each of its tags: those of the category in the order of their ids. */
  tagsLow: number
  tagsHigh: number
  /** 1 to 4, or 0 where nobody knows. */
  price: number
  /** This week's votes and favourites. */
  trending: number
}

export type Position = Pick<Candidate, 'upvotes' | 'yolos' | 'newest' | 'id' | 'trending'>

const bytesEach = 5 * 4 + 3 * 8 + 1
const trends = 8

type Options = {
  /** So many of the best are kept. */
  max: number
  category: number
  /** By `trending` before all else; else every position has nothing of it. */
  trending?: boolean
}

/**
 * Items of one kind in the order of rules: ranking, best first, in flat arrays: an item takes 45 bytes, and
 * a list of thousands is walked without touching an object. `whole` says that none is left out behind the last.
 */
export class RankedList {
  #room: number
  #ids: Int32Array
  #upvotes: Int32Array
  #yolos: Int32Array
  #tagsLow: Int32Array
  #tagsHigh: Int32Array
  #newest: Float64Array
  #latitudes: Float64Array
  #longitudes: Float64Array
  /** The price, and whether the item trends. */
  #facts: Uint8Array
  #trending: Int32Array | null
  length = 0
  whole: boolean
  readonly max: number
  readonly category: number

  /** `rows` best first; of more than `max` the worst are left out. */
  constructor(rows: Candidate[], { max, category, trending }: Options) {
    this.max = max
    this.category = category
    this.whole = rows.length <= max
    this.#room = Math.min(max, rows.length) + 8
    this.#ids = new Int32Array(this.#room)
    this.#upvotes = new Int32Array(this.#room)
    this.#yolos = new Int32Array(this.#room)
    this.#tagsLow = new Int32Array(this.#room)
    this.#tagsHigh = new Int32Array(this.#room)
    this.#newest = new Float64Array(this.#room)
    this.#latitudes = new Float64Array(this.#room)
    this.#longitudes = new Float64Array(this.#room)
    this.#facts = new Uint8Array(this.#room)
    this.#trending = trending ? new Int32Array(this.#room) : null
    for (const row of rows.slice(0, max)) this.#write(this.length++, row)
  }

  get bytes(): number {
    return this.#room * (bytesEach + (this.#trending ? 4 : 0))
  }

  id = (at: number) => this.#ids[at]!
  latitude = (at: number) => this.#latitudes[at]!
  longitude = (at: number) => this.#longitudes[at]!
  newest = (at: number) => this.#newest[at]!

  position = (at: number): Position => ({
    id: this.#ids[at]!,
    upvotes: this.#upvotes[at]!,
    yolos: this.#yolos[at]!,
    newest: this.#newest[at]!,
    trending: this.#trending ? this.#trending[at]! : 0,
  })

  /** Whether its price is one of these: a bit for each, the lowest for one that nobody knows. */
  hasPrice = (at: number, prices: number) => ((1 << (this.#facts[at]! & 7)) & prices) !== 0
  trends = (at: number) => (this.#facts[at]! & trends) !== 0
  tagsLow = (at: number) => this.#tagsLow[at]!
  tagsHigh = (at: number) => this.#tagsHigh[at]!

  hasTag = (at: number, low: number, high: number) =>
    ((this.#tagsLow[at]! & low) | (this.#tagsHigh[at]! & high)) !== 0

  /** Below 0 where the item at `at` stands before the one at `to` of another list. */
  compare(at: number, other: RankedList, to: number): number {
    if (this.#trending !== null) {
      const more = other.#trending![to]! - this.#trending[at]!
      if (more !== 0) return more
    }
    return (
      other.#upvotes[to]! - this.#upvotes[at]! ||
      other.#yolos[to]! - this.#yolos[at]! ||
      other.#newest[to]! - this.#newest[at]! ||
      this.#ids[at]! - other.#ids[to]!
    )
  }

  #compareTo(at: number, position: Position): number {
    if (this.#trending !== null) {
      const more = position.trending - this.#trending[at]!
      if (more !== 0) return more
    }
    return (
      position.upvotes - this.#upvotes[at]! ||
      position.yolos - this.#yolos[at]! ||
      position.newest - this.#newest[at]! ||
      this.#ids[at]! - position.id
    )
  }

  /** Where the first item behind a position stands. */
  behind(position: Position): number {
    let [from, to] = [0, this.length]
    while (from < to) {
      const middle = (from + to) >>> 1
      if (this.#compareTo(middle, position) <= 0) from = middle + 1
      else to = middle
    }
    return from
  }

  remove(id: number): void {
    const at = this.#ids.subarray(0, this.length).indexOf(id)
    if (at < 0) return
    for (const column of this.#columns()) column.copyWithin(at, at + 1, this.length)
    this.length--
  }

  insert(row: Candidate): void {
    const at = this.behind(row)
    // Behind the last that is known there may be others, before it or after.
    if (!this.whole && at === this.length) return
    if (this.length === this.max) {
      this.whole = false
      if (at === this.length) return
      this.length--
    }
    if (this.length === this.#room) this.#grow()
    for (const column of this.#columns()) column.copyWithin(at + 1, at, this.length)
    this.#write(at, row)
    this.length++
  }

  #columns = () => [
    this.#ids,
    this.#upvotes,
    this.#yolos,
    this.#tagsLow,
    this.#tagsHigh,
    this.#newest,
    this.#latitudes,
    this.#longitudes,
    this.#facts,
    ...(this.#trending ? [this.#trending] : []),
  ]

  #write(at: number, row: Candidate): void {
    this.#ids[at] = row.id
    this.#upvotes[at] = row.upvotes
    this.#yolos[at] = row.yolos
    this.#tagsLow[at] = row.tagsLow
    this.#tagsHigh[at] = row.tagsHigh
    this.#newest[at] = row.newest
    this.#latitudes[at] = row.latitude
    this.#longitudes[at] = row.longitude
    this.#facts[at] = row.price | (row.trending > 0 ? trends : 0)
    if (this.#trending) this.#trending[at] = row.trending
  }

  #grow(): void {
    this.#room = Math.min(this.max, this.#room * 2)
    const integers = (old: Int32Array) => {
      const next = new Int32Array(this.#room)
      next.set(old)
      return next
    }
    const floats = (old: Float64Array) => {
      const next = new Float64Array(this.#room)
      next.set(old)
      return next
    }
    this.#ids = integers(this.#ids)
    this.#upvotes = integers(this.#upvotes)
    this.#yolos = integers(this.#yolos)
    this.#tagsLow = integers(this.#tagsLow)
    this.#tagsHigh = integers(this.#tagsHigh)
    this.#newest = floats(this.#newest)
    this.#latitudes = floats(this.#latitudes)
    this.#longitudes = floats(this.#longitudes)
    const facts = new Uint8Array(this.#room)
    facts.set(this.#facts)
    this.#facts = facts
    if (this.#trending) this.#trending = integers(this.#trending)
  }
}

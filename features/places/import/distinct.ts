/** Says of each text whether it is the first of its kind; keeps 53 bits of each, outside the heap. */
export function distinct() {
  let slots = new Float64Array(65_536)
  let size = 0

  /** Where it stands, or the free place for it. Nothing is 0: that marks a free one. */
  function placeOf(key: number, table: Float64Array) {
    let at = key % table.length
    while (table[at] !== 0 && table[at] !== key) at = (at + 1) % table.length
    return at
  }
  function grow() {
    const wider = new Float64Array(slots.length * 2)
    for (const key of slots) if (key !== 0) wider[placeOf(key, wider)] = key
    slots = wider
  }
  return (text: string) => {
    const key = hash(text) || 1
    const at = placeOf(key, slots)
    if (slots[at] === key) return false
    slots[at] = key
    if ((size += 1) * 2 > slots.length) grow()
    return true
  }
}

/** cyrb53: two mixed 32-bit products, 53 bits of which fit a number. */
function hash(text: string) {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 2_654_435_761)
    low = Math.imul(low ^ code, 1_597_334_677)
  }
  high =
    Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low =
    Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0)
}

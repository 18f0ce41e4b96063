/** Says of each text whether it is the first of its kind; keeps 53 bits of each. */
export function distinct() {
  const seen = new Set<number>()
  return (text: string) => {
    const before = seen.size
    return seen.add(hash(text)).size > before
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

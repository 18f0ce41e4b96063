type Work = () => Promise<unknown>

const took = async (work: Work) => {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!

/**
 * Returns by how much two functions differ in duration; 0.1 means 10%. Times them in pairs, alternating which one runs
 * first, and takes the median of their ratios, so that a busy machine affects both alike. If the result is over the
 * limit, measures up to five times as many pairs, because noise then averages out and a real difference doesn't.
 */
export async function unlikeness(
  one: Work,
  other: Work,
  { limit, pairs }: { limit: number; pairs: number },
): Promise<number> {
  const ratios: number[] = []
  // Run both twice first, so that one-time initialization isn't measured.
  for (const work of [one, other, one, other]) await work()
  for (;;) {
    const first = ratios.length % 2 === 0
    const [a, b] = first ? [one, other] : [other, one]
    const [before, after] = [await took(a), await took(b)]
    ratios.push(Math.log(first ? before / after : after / before))
    if (ratios.length % pairs !== 0) continue
    const differ = Math.exp(Math.abs(median(ratios))) - 1
    if (differ < limit || ratios.length >= 5 * pairs) return differ
  }
}

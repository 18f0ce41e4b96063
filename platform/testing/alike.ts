type Work = () => Promise<unknown>

const took = async (work: Work) => {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!

/**
 * By how much two works differ in time: 0.1 is 10 %. Each is timed right beside the other, in turn before and
 * after it, and the median of their ratios counts, so that a busy machine weighs on both alike. What is over
 * the limit is measured on, up to five times as long: noise goes, a difference stays.
 */
export async function unlikeness(
  one: Work,
  other: Work,
  { limit, pairs }: { limit: number; pairs: number },
): Promise<number> {
  const ratios: number[] = []
  // What is made at the first call isn't part of the work.
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

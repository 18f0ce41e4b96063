import { tagsOf } from '#domain/vocabulary/tags.data.ts'

/** Which bit stands for a tag of this category: [low, high]. */
export function bitsOf(category: number, tags: number[]): [low: number, high: number] {
  let [low, high] = [0, 0]
  const all = tagsOf(category)
  for (const tag of tags) {
    const at = all.findIndex(({ id }) => id === tag)
    if (at >= 0 && at < 32) low |= 1 << at
    else if (at >= 32) high |= 1 << (at - 32)
  }
  return [low, high]
}

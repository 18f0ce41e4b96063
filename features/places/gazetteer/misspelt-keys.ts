import { misspeltAt } from '../words/misspelt.ts'
import { lowerBound, textAt, type Texts } from './packed-texts.ts'

/**
 * What may have been meant by a text with one wrong letter, as far as keys begin so. The keys are sorted: what comes
 * before the wrong letter bounds where to look, and where no key begins so the rest needn't be tried.
 */
export function misspeltKeys(keys: Texts, size: number, text: string): Set<string> {
  const meant = new Set<string>()
  let [from, to] = [0, size]
  const first = (sought: string) =>
    from + lowerBound(to - from, (index) => textAt(keys, from + index) < sought)
  for (let at = 0; at <= text.length && from < to; at += 1) {
    for (const one of misspeltAt(text, at)) {
      if (one !== one.trim() || meant.has(one)) continue
      const index = first(one)
      if (index < to && keys.text.startsWith(one, keys.start[index])) meant.add(one)
    }
    const begun = text.slice(0, at + 1)
    ;[from, to] = [first(begun), first(`${begun}\uffff`)]
  }
  return meant
}

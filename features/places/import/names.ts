/** Words that so many names have that they don't show whether two names are the same. */
const common = new Set(
  'the a and at of restaurant ristorante restaurante cafe caffe coffee bar pub pizza pizzeria grill bistro brasserie house kitchen diner bakery la le les el los il da de du di des der die das am im zum zur'.split(
    ' ',
  ),
)

/** Returns whether two folded names have no distinctive word in common and aren't similar in their letters. */
export function areNamesUnrelated(a: string, b: string): boolean {
  if (a === b) return false
  const distinctive = (name: string) => name.split(' ').filter((word) => word && !common.has(word))
  const words = new Set(distinctive(a))
  return !distinctive(b).some((word) => words.has(word)) && likeness(a, b) < 0.5
}

/** Returns Dice's coefficient of the names' pairs of letters, from 0 to 1. */
function likeness(a: string, b: string): number {
  const pairs = (name: string) => {
    const letters = Array.from(name.replaceAll(' ', ''))
    return new Set(letters.map((letter, index) => letter + (letters[index + 1] ?? '')))
  }
  const [left, right] = [pairs(a), pairs(b)]
  return (2 * [...left].filter((pair) => right.has(pair)).length) / (left.size + right.size)
}

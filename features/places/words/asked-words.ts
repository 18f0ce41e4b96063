import { fold } from '../fold.ts'

const maxWords = 8
const maxLetters = 40

/** Words that are left out of names as often as not. */
const optional = new Set(
  'and & n und et y e i og och en the a of at in on by near restaurant restaurants restaurante ristorante restoran ресторан'.split(
    ' ',
  ),
)

/** Written either way. */
const same = [
  ['st', 'saint', 'street'],
  ['ste', 'sainte', 'suite'],
  ['mt', 'mount'],
  ['ft', 'fort'],
  ['ave', 'avenue', 'av'],
  ['blvd', 'boulevard'],
  ['rd', 'road'],
  ['dr', 'drive'],
  ['ln', 'lane'],
  ['hwy', 'highway'],
  ['pl', 'place'],
  ['sq', 'square'],
  ['n', 'north'],
  ['s', 'south'],
  ['e', 'east'],
  ['w', 'west'],
  ['str', 'strasse'],
  ['bbq', 'barbecue', 'barbeque'],
  ['doughnut', 'donut'],
  ['doughnuts', 'donuts'],
]
const spelt = new Map(same.flatMap((words) => words.map((word) => [word, words] as const)))

/** The words of what is typed that a name must have; all of them where they are nothing but small words. */
export function wordsOf(q: string): string[] {
  const all = everyWordOf(q)
  const telling = all.filter((word) => !optional.has(word))
  return [...new Set(telling.length > 0 ? telling : all)].slice(0, maxWords)
}

export const everyWordOf = (q: string): string[] =>
  fold(q)
    .split(' ')
    .filter(Boolean)
    .map((word) => word.slice(0, maxLetters))

/** A word as others may write it: 'saint' for 'st', 'taco' for 'tacos'. */
export function formsOf(word: string): string[] {
  const forms = new Set(spelt.get(word) ?? [word])
  forms.add(word)
  if (/^[a-z]{4,}$/.test(word)) {
    if (word.endsWith('ies')) forms.add(`${word.slice(0, -3)}y`)
    if (word.endsWith('es')) forms.add(word.slice(0, -2))
    if (word.endsWith('s')) forms.add(word.slice(0, -1))
    else forms.add(`${word}s`)
  }
  return [...forms]
}

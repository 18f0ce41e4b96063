import { foldText } from '../fold.ts'

const maxWords = 8
/** Maximum number of words of a stored text that are compared. Without it, long names would make searches slow. */
export const maxComparedWords = 24
const maxLetters = 40

/** Typed words that a name doesn't have to contain to be found, because many names are written without them. */
const optional = new Set(
  'and & n und et y e i og och en the a of at in on by near restaurant restaurants restaurante ristorante restoran ресторан'.split(
    ' ',
  ),
)

/** Groups of spellings that count as the same word in names of streets and places. */
const abbreviations = [
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
]

/** Groups of words for the same thing on a menu. Each group holds all its forms, so that any form finds any other. */
const foods = [
  ['avocado', 'avocados', 'avocadoes', 'avo', 'avos'],
  ['bbq', 'bbqs', 'barbecue', 'barbecues', 'barbeque', 'barbeques', 'barbq'],
  ['burger', 'burgers', 'hamburger', 'hamburgers'],
  ['chili', 'chilis', 'chilies', 'chilli', 'chillis', 'chillies'],
  ['doughnut', 'doughnuts', 'donut', 'donuts'],
  ['guacamole', 'guac'],
  ['kebab', 'kebabs', 'kabob', 'kabobs', 'kebap', 'kebaps'],
  ['light', 'lights', 'lite'],
  ['mayonnaise', 'mayo'],
  ['night', 'nights', 'nite', 'nites'],
  ['omelet', 'omelets', 'omelette', 'omelettes'],
  ['whiskey', 'whiskeys', 'whisky', 'whiskys', 'whiskies'],
  ['yogurt', 'yogurts', 'yoghurt', 'yoghurts'],
]
const groupsByWord = (groups: string[][]) =>
  new Map(groups.flatMap((words) => words.map((word) => [word, words] as const)))
const [abbreviated, foodForms] = [groupsByWord(abbreviations), groupsByWord(foods)]

/** Returns the typed words that a name must contain: those that aren't optional, or all if every word is optional. */
export function requiredWords(q: string): string[] {
  const all = splitIntoWords(q)
  const telling = all.filter((word) => !optional.has(word))
  return [...new Set(telling.length > 0 ? telling : all)].slice(0, maxWords)
}

export const splitIntoWords = (q: string): string[] =>
  foldText(q)
    .split(' ')
    .filter(Boolean)
    .map((word) => word.slice(0, maxLetters))

/** Returns a word and the other forms in which it can be written: 'saint' for 'st', 'taco' for 'tacos'. */
export function spellingsOf(word: string): string[] {
  const food = foodForms.get(word)
  // The typed form comes first.
  if (food) return [...new Set([word, ...food])]
  const forms = new Set(abbreviated.get(word) ?? [word])
  forms.add(word)
  if (/^[a-z]{4,}$/.test(word)) {
    if (word.endsWith('ies')) forms.add(`${word.slice(0, -3)}y`)
    if (word.endsWith('es')) forms.add(word.slice(0, -2))
    if (word.endsWith('s')) forms.add(word.slice(0, -1))
    else {
      forms.add(`${word}s`)
      if (/[^aeiou]y$/.test(word)) forms.add(`${word.slice(0, -1)}ies`)
      if (/(?:[cs]h|[oxz])$/.test(word)) forms.add(`${word}es`)
    }
  }
  return [...forms]
}

/** Returns the same word for all words of a food: 'doughnut' for 'donuts'. Returns undefined for any other word. */
export const foodOf = (word: string): string | undefined => foodForms.get(word)?.[0]

/** Returns the same stem for singular and plural, and for all words of a food: 'fry' and 'fries', 'donut' and 'doughnuts'. */
function stemOf(word: string): string {
  const food = foodOf(word)
  if (food) return food
  if (!/^[a-z]{3,}$/.test(word)) return word
  if (/ies?$/.test(word)) return word.replace(/ies?$/, 'y')
  return word.length < 4 ? word : word.replace(/(?<=[cs]h|[ox])es$|s$/, '')
}

/** Returns the same key for all forms of a name, in one word or in several: 'fast food' and 'fastfood'. */
export const nameKey = (words: string[]): string => words.map(stemOf).join('')

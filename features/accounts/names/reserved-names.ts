import { look } from './name-look.ts'

/** Nobody may pass for the people who run the site: kept as whole words, and whatever looks like them. */
export const staffWords = [
  'admin',
  'administrator',
  'moderator',
  'mod',
  'support',
  'staff',
  'team',
  'official',
  'help',
  'security',
  'system',
  'yolo',
] as const

const plain = (text: string) => look(text).normalize('NFD').replaceAll(/\p{M}/gu, '')

const kept = new Set(staffWords.map(plain))

const words = (text: string) => plain(text).split(/[^\p{L}\p{N}]+/u)

/** 'A.d.m.i.n', 'Yo lo', 'Ad-min': the letters without what stands between them. */
const joined = (text: string) => [words(text).join('')]

/** '4dmin', 'st4ff': digits and signs that are read as letters. */
const read: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}
const digitsRead = (text: string) => text.replaceAll(/[013457@$]/g, (sign) => read[sign]!)

const one = [...kept].join('|')
// One of them, or several in one word; 'TheAdmin', 'Moderators'.
const before = ['the', 'real', 'sys', 'super'].map(plain).join('|')
const reserved = new RegExp(`^(?:${before})?(?:${one})+s?$`, 'u')

/** Digits at a word may be letters ('adm1n') or a number beside it ('admin1'). */
export function isReserved(name: string): boolean {
  const read = digitsRead(name)
  const ways = [name, name.toUpperCase(), name.replaceAll(/\p{N}+/gu, ' '), read]
  return [...ways.flatMap(words), ...[name, read].flatMap(joined)].some((word) =>
    reserved.test(word),
  )
}

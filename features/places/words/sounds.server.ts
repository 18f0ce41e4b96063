import anyAscii from 'any-ascii'
import { fold } from '../fold.ts'
import { sql } from 'kysely'
import type { JobQueue } from '#platform/server/jobs.ts'
import type { Database, Services } from '#platform/server/services.ts'

/** Scripts that write no vowels, or few: what is written so is compared by its consonants. */
const abjad = /[\p{Script=Hebrew}\p{Script=Arabic}]/u
/** Each sign is a word, or a syllable that may be written as one; the library begins each with a capital. */
const syllabic = /\p{Script=Han}/u
/** In Thai and Lao these vowels are written before the consonant after which they are spoken. */
const vowelsBefore = /([\u0e40-\u0e44\u0ec0-\u0ec4])([\u0e01-\u0e2e\u0e81-\u0eae])/g

/** Marks words that are compared by their consonants; no folded word begins with this character. */
const mark = '~'
const fewestConsonants = 3

/**
 * The same for all ways in which a word of another script is written in Latin letters: 'chaykhona', 'chaihona' and
 * 'čajchona'; 'nafsika', 'nausika' and 'naysika'.
 */
const soundOf = (word: string) =>
  word
    .replace(/ph/g, 'f')
    .replace(/^mp/, 'b')
    .replace(/^nt/, 'd')
    .replace(/^gk/, 'g')
    .replace(/shch|sch|sh/g, 's')
    .replace(/tch|[ck]h/g, 'h')
    .replace(/([zdgt])h/g, '$1')
    .replace(/c?t[sz]c?|cc|cz|c(?=[eiy])|z/g, 's')
    .replace(/ck|[cq]/g, 'k')
    .replace(/x/g, 'ks')
    .replace(/o[uy]/g, 'u')
    .replace(/([ae])[uvwf](?![aeiouy])/g, '$1i')
    .replace(/[yj]/g, 'i')
    .replace(/w/g, 'v')
    .replace(/ie/g, 'e')
    .replace(/(.)\1+/g, '$1')

function consonantsOf(word: string) {
  const left = word
    .replace(/sh|th|kh|gh|dh|ch/g, (pair) => pair[0]!)
    .replace(/[aeiouyvwj]|h$/g, '')
    .replace(/[pf]/g, 'b')
    .replace(/[cqg]/g, 'k')
    .replace(/z/g, 's')
    .replace(/(.)\1+/g, '$1')
  return left.length < fewestConsonants ? '' : mark + left
}

/** How a word typed in Latin letters may sound, to be looked for among the words of other scripts; none in others. */
export function soundsOfTyped(word: string): string[] {
  const sound = soundOfTyped(word)
  return sound === null ? [] : [sound, consonantsOf(word)].filter((form) => form !== '')
}

/** The sound of a word typed in Latin letters, by which a misspelt one is looked for. */
export const soundOfTyped = (word: string) => (/^[a-z]+$/.test(word) ? soundOf(word) : null)

/** A folded word in use, of a script other than Latin, as it is kept beside it; null where it has no sound. */
export function soundOfUsed(word: string): string | null {
  const latin = latinOf(word).replaceAll(' ', '')
  return (abjad.test(word) ? consonantsOf(latin) : soundOf(latin)) || null
}

const latinOf = (text: string) => {
  const latin = anyAscii(text.normalize('NFC').replace(vowelsBefore, '$2$1'))
  // The long vowel of kana is written as a dash.
  const joined = /\p{Script=Katakana}/u.test(text) ? latin.replaceAll('-', '') : latin
  return fold(syllabic.test(text) ? joined.replace(/(?<=[a-z])(?=[A-Z])/g, ' ') : joined)
}

/** A name by its sounds, with what was typed by the same; null where it is written in Latin letters alone. */
export function bySound(words: string[], name: string): { words: string[]; name: string } | null {
  if (!/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(name)) return null
  const by = abjad.test(name) ? (word: string) => consonantsOf(word) || mark + word : soundOf
  if (!words.every((word) => /^[a-z0-9]+$/.test(word))) return null
  return { words: words.map(by), name: latinOf(name).split(' ').map(by).join(' ') }
}

const batch = 2000

/** Keeps beside each new word of another script how it sounds in Latin letters. */
export async function learnSounds(database: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ word: string }>`
      select distinct word from search_vocabulary
       where sound is null and word ~ '[^ -~]' limit ${batch}`.execute(database)
    if (rows.length === 0) return
    const words = rows.map(({ word }) => word)
    const sounds = words.map((word) => soundOfUsed(word) ?? '')
    await sql`
      update search_vocabulary v set sound = learnt.sound
        from unnest(${words}::text[], ${sounds}::text[]) learnt (word, sound)
       where v.word = learnt.word and v.sound is null`.execute(database)
  }
}

export const soundsQueue = ({ database }: Services): JobQueue => ({
  name: 'learn-sounds',
  every: '* * * * *',
  run: () => learnSounds(database),
})

import anyAscii from 'any-ascii'
import { foldText, sentenceSigns } from '../fold.ts'
import { maxComparedWords } from './asked-words.ts'

import { sql } from 'kysely'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import type { Database, Services } from '#platform/server/services.ts'

/** Scripts that write few or no vowels, so that their words are compared by consonants. */
const abjad = /[\p{Script=Hebrew}\p{Script=Arabic}]/u
/**
 * Scripts in which each sign is a word, or a syllable that can be written as a word. `anyAscii` writes each sign with a
 * capital at its beginning.
 */
const syllabic = /\p{Script=Han}/u
/** Vowels of Thai and Lao that are written before a consonant but spoken after it. */
const vowelsBefore = /([\u0e40-\u0e44\u0ec0-\u0ec4])([\u0e01-\u0e2e\u0e81-\u0eae])/g

/** Prefix of words that are compared by their consonants. No folded word begins with this character. */
const mark = '~'
const fewestConsonants = 3

/**
 * Returns a text that is the same for the usual ways to write a word of another script in Latin letters: for
 * 'chaykhona' and 'chaihona', and for 'nafsika', 'nausika' and 'naysika'.
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

/** Returns the sounds of a word typed in Latin letters, for finding words of other scripts. Empty for other words. */
export function soundsOfTypedWord(word: string): string[] {
  const sound = soundOfTypedWord(word)
  return sound === null ? [] : [sound, consonantsOf(word)].filter((form) => form !== '')
}

/** Returns the sound of a word typed in Latin letters, by which misspelt words are found; null for other words. */
export const soundOfTypedWord = (word: string) => (/^[a-z]+$/.test(word) ? soundOf(word) : null)

/** Returns the sound that is stored with a folded word of another script, or null if it has none. */
export function soundOfWordInUse(word: string): string | null {
  const latin = latinOf(word).replaceAll(' ', '')
  return (abjad.test(word) ? consonantsOf(latin) : soundOf(latin)) || null
}

/** Signs that aren't part of words. `anyAscii` writes each emoji as its name, which has up to 8 words. */
const signs = /[^\p{L}\p{M}\p{N}'’‘ʻʼ`´"׳״]+/gu

const latinOf = (text: string) => {
  const words = text.normalize('NFC').replace(sentenceSigns, ' ').replace(signs, ' ')
  const latin = anyAscii(words.replace(vowelsBefore, '$2$1'))
  // `anyAscii` writes the mark for a long vowel in kana as a dash.
  const joined = /\p{Script=Katakana}/u.test(text) ? latin.replaceAll('-', '') : latin
  return foldText(syllabic.test(text) ? joined.replace(/(?<=[a-z])(?=[A-Z])/g, ' ') : joined)
}

/**
 * Returns the sounds of the typed words and of a name, so that they can be compared. Returns null if the name is in
 * Latin letters or a typed word isn't.
 */
export function soundsForComparison(
  words: string[],
  name: string,
): { words: string[]; name: string } | null {
  if (!/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(name)) return null
  const by = abjad.test(name) ? (word: string) => consonantsOf(word) || mark + word : soundOf
  if (!words.every((word) => /^[a-z0-9]+$/.test(word))) return null
  const own = latinOf(name).split(' ').slice(0, maxComparedWords)
  return { words: words.map(by), name: own.map(by).join(' ') }
}

const batch = 2000

/** Stores with each new word of another script how it sounds in Latin letters. */
export async function learnSounds(database: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ word: string }>`
      select distinct word from search_vocabulary
       where sound is null and word ~ '[^ -~]' limit ${batch}`.execute(database)
    if (rows.length === 0) return
    const words = rows.map(({ word }) => word)
    const sounds = words.map((word) => soundOfWordInUse(word) ?? '')
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

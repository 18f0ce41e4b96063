/**
 * How people write Cyrillic letters, and below Greek ones, in Latin letters. If there are several conventions, one of
 * them is drawn for each letter.
 */
const cyrillic: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e|ye',
  ё: 'e|yo',
  ж: 'zh|j',
  з: 'z',
  и: 'i',
  й: 'y|i|j',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh|h',
  ц: 'ts|c',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch|sch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu|iu',
  я: 'ya|ia',
  і: 'i',
  ї: 'yi|i',
  є: 'ye|ie',
  ґ: 'g',
}
const greek: Record<string, string> = {
  ου: 'ou|u',
  αυ: 'av|af|au|ay',
  ευ: 'ev|ef|eu',
  μπ: 'mp|b',
  ντ: 'nt|d',
  γγ: 'ng|gg',
  γκ: 'gk|g',
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y|i|u',
  φ: 'f|ph',
  χ: 'ch|h|x',
  ψ: 'ps',
  ω: 'o',
}
const letters: Record<string, string> = { ...cyrillic, ...greek }
const written = new RegExp(Object.keys(letters).join('|'), 'g')

/** Returns a name in Latin letters, or null if it contains letters of other scripts. */
export function inLatinLetters(name: string, random: () => number): string | null {
  const plain = name
    .toLowerCase()
    .replace(/[\u0370-\u03ff]/g, (letter) => letter.normalize('NFD').replace(/\u0301/g, ''))
  if (!/^[\u0370-\u03ff\u0400-\u045f '’«».,&!-]+$/.test(plain)) return null
  const latin = plain.replace(written, (letter) => {
    const ways = letters[letter]!.split('|')
    return ways[Math.floor(random() * ways.length)]!
  })
  return /^[a-z '’«».,&!-]{4,}$/.test(latin) ? latin : null
}

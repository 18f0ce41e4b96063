import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const following = `${letters}0123456789-_`

/**
 * Names of two or three letters for the classes and animations of all `*.module.css`, in their files' order: the
 * browser's and the server's build come to the same. A page names some thirty of them with each card.
 */
export function classNames(root: string) {
  const files = globSync('{app,features,platform}/**/*.module.css', { cwd: root }).sort()
  const names = new Map<string, string>()
  for (const file of files) {
    const path = join(root, file)
    const text = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
    for (const [, name] of text.matchAll(/(?:\.|@keyframes\s+)(-?[_a-zA-Z][\w-]*)/g)) {
      const key = `${path} ${name}`
      if (!names.has(key)) names.set(key, shortName(names.size))
    }
  }
  return (name: string, path: string) => {
    const known = names.get(`${path.split('?')[0]} ${name}`)
    if (!known) throw new Error(`${path}: no short name for ${name}.`)
    return known
  }
}

const shortName = (n: number): string => {
  const first = letters[n % letters.length]!
  let rest = Math.floor(n / letters.length)
  let name = first
  do {
    name += following[rest % following.length]
    rest = Math.floor(rest / following.length)
  } while (rest > 0)
  return name
}

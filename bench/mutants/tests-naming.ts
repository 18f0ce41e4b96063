import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { project } from '../../bootstrap/project.mjs'

const words = (text: string) => new Set(text.match(/[\w-]{4,}/g))

/**
 * Orders tests by how many names they share with a file and the contract beside it, where rare names weigh more: what
 * they export and what stands in quotes. Tests speak HTTP, so many import nothing of what they try, but they name its
 * routes, refusals and jobs.
 */
export function testsNaming(tests: string[]) {
  const wordsOf = new Map(
    tests.map((test) => [test, words(readFileSync(join(project, test), 'utf8'))]),
  )
  const counts = new Map<string, number>()
  for (const of of wordsOf.values())
    for (const word of of) counts.set(word, (counts.get(word) ?? 0) + 1)

  return (file: string) => {
    const text = [file, join(dirname(file), 'contract.ts')]
      .map((one) => join(project, one))
      .map((path) => (existsSync(path) ? readFileSync(path, 'utf8') : ''))
      .join('\n')
      .replace(/^import .*$/gm, '')
    const named = words(
      Array.from(
        text.matchAll(/'((?:[A-Z]+ )?[^'\s]+)'|export (?:async )?\w+ (\w+)/g),
        ([, quoted, name]) => String(quoted ?? name),
      ).join(' '),
    )
    const score = (test: string) => {
      let sum = 0
      for (const word of named)
        if (wordsOf.get(test)!.has(word)) sum += Math.log(tests.length / counts.get(word)!)
      return sum
    }
    const scores = new Map(tests.map((test) => [test, score(test)]))
    return tests
      .filter((test) => scores.get(test)! > 0)
      .toSorted((a, b) => scores.get(b)! - scores.get(a)!)
  }
}

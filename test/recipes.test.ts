import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const pages = globSync('docs/recipes/*.md')
const index = readFileSync('docs/recipes/README.md', 'utf8')

it('every recipe is in the index', () => {
  expect(pages.length).toBeGreaterThan(10)
  const missing = pages
    .map((page) => page.split('/').at(-1)!)
    .filter((name) => name !== 'README.md' && !index.includes(`(${name})`))
  expect(missing).toEqual([])
})

it('recipes name files and folders that are there', () => {
  const gone = pages.flatMap((page) =>
    [
      ...readFileSync(page, 'utf8').matchAll(
        /`((?:app|features|domain|platform|test|e2e|docs|migrations)\/[\w./-]*)`/g,
      ),
    ]
      .map(([, path]) => path!)
      .filter((path) => !existsSync(path))
      .map((path) => `${page}: ${path}`),
  )
  expect(gone).toEqual([])
})

import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { projectFiles } from '../../bootstrap/files.mjs'

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

it('recipes name functions and types that the code has', () => {
  const code = projectFiles()
    .filter((file) => /\.(tsx?|mjs|sql)$/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const names = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/`([a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*)\b/g)].map(
      ([, name]) => ({ page, name: name! }),
    ),
  )
  expect(names.length).toBeGreaterThan(30)
  const gone = names.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(code))
  expect(gone).toEqual([])
})

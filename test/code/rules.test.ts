import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFiles } from '../../bootstrap/files.mjs'

const headings = new Set(
  [...readFileSync('docs/rules.md', 'utf8').matchAll(/^### (.+)$/gm)].map(([, name]) => name!),
)
const files = projectFiles().filter(
  (file) => /\.(tsx?|mjs|sql|css)$/.test(file) && !/\.data\.ts$|^test\/rules\.test\.ts$/.test(file),
)

/**
 * Returns the names in references such as `rules: quota`. A name ends at the first character that can't be part of it.
 */
const named = (text: string) =>
  [...text.matchAll(/\brules: ([a-z0-9 -]+)/g)].map(([, name]) => name!.trim())

test('a rule that code refers to stands in docs/rules.md under that name', () => {
  expect(headings.size).toBeGreaterThan(40)
  const all = files.flatMap((file) =>
    named(readFileSync(file, 'utf8')).map((name) => ({ file, name })),
  )
  expect(all.length).toBeGreaterThan(20)
  expect(all.filter(({ name }) => !headings.has(name))).toEqual([])
})

test('nothing refers to numbers of a page that is not here', () => {
  const elsewhere = /\bdecisions? \d|\bpoint \d+ of\b/i
  expect(files.filter((file) => elsewhere.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('links of docs to files lead to one', () => {
  const pages = projectFiles().filter((file) => /^(docs\/.*|README)\.md$/.test(file))
  const gone = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/\]\((?![a-z]+:)([^)#\s]+)[^)]*\)/g)]
      .map(([, link]) => join(dirname(page), link!))
      .filter((path) => !existsSync(path))
      .map((path) => `${page}: ${path}`),
  )
  expect(gone).toEqual([])
})

test.each(['rules', 'architecture', 'safety'])('files that docs/%s.md names are there', (page) => {
  const paths = [
    ...readFileSync(`docs/${page}.md`, 'utf8').matchAll(
      /`((?:app|domain|features|platform|test|e2e)\/[^`]+)`/g,
    ),
  ]
  for (const [, path] of paths) expect(existsSync(path!), path).toBe(true)
})

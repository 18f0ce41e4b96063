import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screensOf } from '../../e2e/screens.ts'
import { project } from '../project.mjs'

const declared = /screen\(\s*(path|'[^']+'|`[^`]+`),\s*\(\) => import\('#([^']+)'\)/g

/** The addresses that each screen's file is shown at, as app/routes.ts declares them. */
function routes() {
  const text = readFileSync(join(project, 'app/routes.ts'), 'utf8')
  return [...text.matchAll(declared)].map(({ 1: address, 2: file, index }) => {
    // `...['/login', '/loginv2'].map((path) => screen(path, …`
    const list = address === 'path' ? text.slice(text.lastIndexOf('...[', index), index) : address
    return { file, paths: [...list.matchAll(/['`](\/[^'`]*)['`]/g)].map(([, path]) => path) }
  })
}

const pattern = (path) =>
  new RegExp(`^${path.replace(/\/:\w+\?/g, '(/[^/]+)?').replace(/:\w+|\$\{\w+\}/g, '[^/]+')}$`)

const isOpen = ({ paths }) => paths.some((path) => path.startsWith('/${'))

/** What shows these files: names of e2e/screens.ts, and the first words of their addresses. */
export function screensShowing(files) {
  const shown = new Set(files)
  const all = screensOf({ restaurant: 1, dish: 1, member: 1 })
  // The lists' pattern, whose first word is a category's, fits any address of two words.
  const every = routes().sort((a, b) => Number(isOpen(a)) - Number(isOpen(b)))
  const claimed = (address, { paths }) => paths.some((path) => pattern(path).test(address))
  const names = []
  const folders = new Set()
  for (const { name, path } of all) {
    const [address] = path.split('?')
    // A fixed address goes before a pattern.
    const route =
      every.find(({ paths }) => paths.includes(address)) ??
      every.find((one) => claimed(address, one))
    if (!route || !shown.has(route.file)) continue
    names.push(name)
    folders.add(`/${address.split('/')[1]}`)
  }
  return { names, folders: [...folders] }
}

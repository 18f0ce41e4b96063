import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screensOf } from '../../e2e/looks/screens.ts'
import { project } from '../project.mjs'

const declared = /screen\(\s*(path|'[^']+'|`[^`]+`),\s*\(\) => import\('#([^']+)'\)/g

/** Returns each screen's file with the paths at which it is shown, as app/routes.ts declares them. */
function routes() {
  const text = readFileSync(join(project, 'app/routes.ts'), 'utf8')
  return [...text.matchAll(declared)].map(({ 1: address, 2: file, index }) => {
    // Several paths can share a screen: `...['/login', '/loginv2'].map((path) => screen(path, …`
    const list = address === 'path' ? text.slice(text.lastIndexOf('...[', index), index) : address
    return { file, paths: [...list.matchAll(/['`](\/[^'`]*)['`]/g)].map(([, path]) => path) }
  })
}

const pattern = (path) =>
  new RegExp(`^${path.replace(/\/:\w+\?/g, '(/[^/]+)?').replace(/:\w+|\$\{\w+\}/g, '[^/]+')}$`)

const isOpen = ({ paths }) => paths.some((path) => path.startsWith('/${'))

/**
 * Returns the screens whose own file is among `files`: their names in e2e/looks/screens.ts, and the first segments of
 * their paths.
 */
export function screensShowing(files) {
  const shown = new Set(files)
  const all = screensOf({ restaurant: 1, dish: 1, member: 1 })
  // The route of the lists starts with a variable (the category) and matches any path of one or two segments, so it
  // comes last.
  const every = routes().sort((a, b) => Number(isOpen(a)) - Number(isOpen(b)))
  const claimed = (address, { paths }) => paths.some((path) => pattern(path).test(address))
  const names = []
  const folders = new Set()
  for (const { name, path } of all) {
    const [address] = path.split('?')
    // An exact path takes precedence over a pattern.
    const route =
      every.find(({ paths }) => paths.includes(address)) ??
      every.find((one) => claimed(address, one))
    if (!route || !shown.has(route.file)) continue
    names.push(name)
    folders.add(`/${address.split('/')[1]}`)
  }
  return { names, folders: [...folders] }
}

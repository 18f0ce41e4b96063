import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectFiles } from '../../bootstrap/project.mjs'
import { graphFrom } from './module-graph.ts'

type Import = { from: string; to: string; typeOnly: boolean }

const tracked = projectFiles().filter((file) =>
  /^(app|features|domain|platform)\/.*\.tsx?$/.test(file),
)
const isTest = (file: string) =>
  /\.(test|long|testing)\.tsx?$/.test(file) || file.startsWith('platform/testing/')
const product = tracked.filter((file) => !isTest(file))

function resolve(from: string, to: string) {
  if (to.startsWith('#')) return to.slice(1)
  return to.startsWith('.') ? normalize(join(dirname(from), to)) : null
}

const imports: Import[] = product.flatMap((from) => {
  const text = readFileSync(from, 'utf8')
  const found = [
    ...text.matchAll(/^\s*(?:import|export)\s+(type\s)?[^'"]*?from\s+'([^']+)'/gm),
    ...text.matchAll(/\b(?:import)\s*(\s)?\(\s*'([^']+)'/g),
  ]
  return found.flatMap(([, type, target]) => {
    const to = resolve(from, target!)
    return to ? [{ from, to, typeOnly: Boolean(type?.trim()) }] : []
  })
})

const layer = (file: string) => file.split('/')[0]!
const feature = (file: string) => file.split('/')[1]!
const isServer = (file: string) =>
  /(^|[./])server\.ts$|\.server\.ts$/.test(file) || file.startsWith('platform/server/')
const isBrowser = (file: string) => file.endsWith('.tsx') || file.startsWith('platform/web/')

const graph = graphFrom(['app/web.tsx'])
const loaded = [...new Set(graph.map(({ to }) => to))]
const browserPackage =
  /^(react|react-dom|react-dom\/(client|server)|react-router|react-router\/dom|lucide-react|maplibre-gl(\/dist\/[\w-]+\.(css|mjs)\?url)?|pmtiles|react-easy-crop(\/[\w-]+\.css)?|idb|@tanstack\/react-query)$/
const isForBrowser = (file: string) =>
  /^(app|features|domain|platform)\//.test(file)
    ? !isServer(file) && !isTest(file) && !/(^|[/.])contract\.ts$|^platform\/contract\//.test(file)
    : browserPackage.test(file)

describe('the house', () => {
  it('reads what it claims to read', () => {
    expect(imports.length).toBeGreaterThan(50)
    expect(imports.some(({ from }) => from.endsWith('.tsx'))).toBe(true)
  })

  it('app → features → domain → platform, never back', () => {
    const height: Record<string, number> = { app: 3, features: 2, domain: 1, platform: 0 }
    expect(imports.filter(({ from, to }) => height[layer(to)]! > height[layer(from)]!)).toEqual([])
  })

  it('the contract engine knows no word of the product', () => {
    const engine = tracked.filter((file) =>
      /^platform\/(contract\/|server\/(feature|http\/(dispatch|handler|http|input|limits|openapi|path-names))\.ts)/.test(
        file,
      ),
    )
    expect(engine.length).toBeGreaterThan(9)
    const word = /\byolos?\b|dish(?!\w*ed)|restaurant|vote|favou?rite|photo|\b514\b/i
    expect(engine.filter((file) => word.test(readFileSync(file, 'utf8')))).toEqual([])
  })

  it('platform knows no yolo, dish, restaurant or upvote', () => {
    const files = projectFiles().filter(
      (file) =>
        /^platform\/.*\.(tsx?|css)$/.test(file) &&
        !/^platform\/testing\/|\.test\.tsx?$|^platform\/server\/database\/schema\.ts$/.test(file) &&
        existsSync(file),
    )
    expect(files.length).toBeGreaterThan(100)
    // Allowed uses of the product's name: in titles and mails, in paths, and in the names of its processes.
    const name =
      /\bYolo\b|\bYOLO_DEV\b|\/var\/lib\/yolo\b|npm run yolo\b|(?<=['`])yolo(_events|\b)/g
    const word = /yolo|dish|restaurant|upvote/i
    expect(files.filter((file) => word.test(readFileSync(file, 'utf8').replace(name, '')))).toEqual(
      [],
    )
  })

  it('a rule in domain is one that at least two features need', () => {
    const rules = product.filter((file) => /^domain\/[^/]+$/.test(file))
    expect(rules.length).toBeGreaterThan(5)
    const features = (rule: string) =>
      new Set(
        imports
          .filter(({ from, to }) => to === rule && layer(from) === 'features')
          .map(({ from }) => feature(from)),
      )
    expect(rules.filter((rule) => features(rule).size < 2)).toEqual([])
  })

  it('servers never import a screen', () => {
    expect(
      imports.filter(({ from, to, typeOnly }) => isServer(from) && isBrowser(to) && !typeOnly),
    ).toEqual([])
  })

  it('the browser loads no server file, no contract and no package of the server, by whatever way', () => {
    expect(loaded.filter((file) => file.endsWith('.screen.tsx')).length).toBeGreaterThan(20)
    expect(loaded).toEqual(expect.arrayContaining(['react']))
    expect(graph.filter(({ to }) => !isForBrowser(to))).toEqual([])
  })

  it('features import one another without a circle', () => {
    const edges = new Map<string, Set<string>>()
    for (const { from, to } of imports)
      if (layer(from) === 'features' && layer(to) === 'features' && feature(from) !== feature(to))
        edges.set(feature(from), (edges.get(feature(from)) ?? new Set()).add(feature(to)))
    const circles: string[][] = []
    const walk = (path: string[]) => {
      for (const next of edges.get(path.at(-1)!) ?? []) {
        if (next === path[0]) circles.push([...path, next])
        else if (!path.includes(next)) walk([...path, next])
      }
    }
    for (const start of edges.keys()) walk([start])
    expect(circles).toEqual([])
  })

  it('no file is over 400 lines, data lists apart', () => {
    const long = tracked
      .filter((file) => !/\.data\.ts$|schema\.ts$/.test(file))
      .map((file) => [file, readFileSync(file, 'utf8').split('\n').length] as const)
      .filter(([, lines]) => lines > 401)
    expect(long).toEqual([])
  })

  it('says in one place at which width a layout changes', () => {
    const sheets = projectFiles().filter(
      (file) =>
        /^(features|platform)\/.*\.(css|tsx)$/.test(file) && !file.endsWith('ui/widths.module.css'),
    )
    const own = /76[678]px|(width|inline-size)\s*[<>:]=?\s*(59\.99|60)rem\)?\s*(\{|and|')/
    expect(sheets.filter((file) => own.test(readFileSync(file, 'utf8')))).toEqual([])
  })

  it('has no drawer of unrelated helpers, and nothing unfinished', () => {
    expect(
      tracked.filter((file) => /(^|\/)(utils?|helpers?|misc|common|manager)\.tsx?$/i.test(file)),
    ).toEqual([])
    const unfinished = /\b(TO[D]O|FIX[M]E|X{3})\b|\.(skip|only|todo)\(/
    expect(tracked.filter((file) => unfinished.test(readFileSync(file, 'utf8')))).toEqual([])
  })
})

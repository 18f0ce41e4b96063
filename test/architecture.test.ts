import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

type Import = { from: string; to: string; typeOnly: boolean }

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /^(app|features|platform)\/.*\.tsx?$/.test(file))
const isTest = (file: string) =>
  /\.(test|long)\.tsx?$/.test(file) || file.startsWith('platform/testing/')
const product = tracked.filter((file) => !isTest(file))

const resolve = (from: string, to: string) =>
  to.startsWith('#') ? to.slice(1) : to.startsWith('.') ? normalize(join(dirname(from), to)) : null

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

describe('the house', () => {
  it('reads what it claims to read', () => {
    expect(imports.length).toBeGreaterThan(50)
    expect(imports.some(({ from }) => from.endsWith('.tsx'))).toBe(true)
  })

  it('app → features → platform, never back', () => {
    const height: Record<string, number> = { app: 2, features: 1, platform: 0 }
    expect(imports.filter(({ from, to }) => height[layer(to)]! > height[layer(from)]!)).toEqual([])
  })

  it('screens never import a server’s file, nor servers a screen', () => {
    const ssr = (file: string) => file === 'app/ssr.tsx'
    expect(
      imports.filter(
        ({ from, to, typeOnly }) => isBrowser(from) && !ssr(from) && isServer(to) && !typeOnly,
      ),
    ).toEqual([])
    expect(
      imports.filter(
        ({ from, to, typeOnly }) =>
          isServer(from) && isBrowser(to) && !typeOnly && from !== 'platform/server/pages-dev.ts',
      ),
    ).toEqual([])
  })

  it('the browser takes contracts as types only', () => {
    expect(
      imports.filter(
        ({ from, to, typeOnly }) =>
          isBrowser(from) &&
          (to.endsWith('/contract.ts') || to.startsWith('platform/contract/')) &&
          !typeOnly,
      ),
    ).toEqual([])
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

  it('has no drawer of unrelated helpers, and nothing unfinished', () => {
    expect(
      tracked.filter((file) => /(^|\/)(utils?|helpers?|misc|common|manager)\.tsx?$/i.test(file)),
    ).toEqual([])
    const unfinished = /\b(TO[D]O|FIX[M]E|X{3})\b|\.(skip|only|todo)\(/
    expect(tracked.filter((file) => unfinished.test(readFileSync(file, 'utf8')))).toEqual([])
  })
})

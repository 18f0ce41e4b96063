import { expect, it } from 'vitest'
import { matchRoutes, type RouteObject } from 'react-router'
import { routes } from '#app/routes.ts'
import { urlResolver } from './addresses.ts'

const addressOf = urlResolver(routes)

const pathsOf = ({ path = '', children = [] }: RouteObject): string[] => [
  path.replace(/:\w+\??/g, '12'),
  ...children.flatMap(pathsOf),
]
const paths = routes.flatMap(pathsOf).filter((path) => path.startsWith('/'))

it.each(paths)('%s is found, however it is written', (path) => {
  expect(addressOf(path)).toEqual({ path })
  const first = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`
  const others = [`${path}/`, path.toUpperCase(), path.replace(/\w/, first)]
  for (const other of others.filter((other) => other !== path))
    expect([other, addressOf(other)]).toEqual([other, { redirect: path }])
})

it.each([
  '.',
  ')',
  '%20',
  '%E2%80%8E',
  '.%E2%80%9D',
  '!)',
  '/.',
  '*',
  '_',
  '%E3%80%82',
  '%EF%BC%89%E3%80%81',
])('a link that was copied with %s behind it leads to its page', (end) => {
  for (const path of paths.filter((one) => one !== '/'))
    expect([path, addressOf(path + end)]).toEqual([path, { redirect: path }])
})

it('a city’s link is found in capitals', () => {
  expect(addressOf('/burgers/Minneapolis-MN-US?price=2')).toEqual({
    redirect: '/burgers/minneapolis-mn-us?price=2',
  })
})

it('what the router finds no page for is nowhere', () => {
  const others = paths.flatMap((path) => [`/x${path}`, `${path}/1/2`, `/${path}`])
  for (const other of others.filter((other) => other !== '//')) {
    expect([other, matchRoutes(routes, other)?.at(-1)?.route.path]).toEqual([other, '*'])
    expect([other, addressOf(other)]).toEqual([other, { path: '/nowhere' }])
  }
})

it('S30 a path that nobody has sent before takes a fraction of what the router takes for all pages', () => {
  /** Returns the microseconds of the processor that it takes to look up 500 paths. */
  function costOf(lookUp: (n: number) => unknown) {
    const before = process.threadCpuUsage()
    for (let n = 0; n < 500; n++) lookUp(n)
    const { user, system } = process.threadCpuUsage(before)
    return user + system
  }
  const ofRouter = costOf((n) => matchRoutes(routes, `/n${n}`))
  for (const begin of ['/n', '/Dish/', '/admin/'])
    for (const end of ['', '/', '/a'.repeat(7000), '%41'.repeat(4500), '/'.repeat(14_000)])
      expect(costOf((n) => addressOf(begin + n + end))).toBeLessThan(ofRouter / 3)
})

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

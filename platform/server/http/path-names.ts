import type { FeatureCalls } from '../feature.ts'

/**
 * Returns a function that maps each parameter name in a path to its name in the OpenAPI document. If two calls name
 * a parameter of the same path differently, both names are combined, because OpenAPI allows only one:
 * `/pictures/{idOrName}`.
 */
export function pathParameterNames(
  contract: FeatureCalls[],
): (path: string) => Map<string, string> {
  const known = new Map<string, string[][]>()
  const partsOf = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const bare = (path: string) => path.replace(/:\w+/g, ':')
  for (const { calls } of contract)
    for (const { route } of Object.values(calls)) {
      const path = route.slice(route.indexOf(' ') + 1)
      known.set(bare(path), [...(known.get(bare(path)) ?? []), partsOf(path)])
    }
  return (path) =>
    new Map(
      partsOf(path).map((name, at) => {
        const [first = name, ...others] = new Set(known.get(bare(path))?.map((parts) => parts[at]!))
        return [
          name,
          first + others.map((one) => `Or${one[0]!.toUpperCase()}${one.slice(1)}`).join(''),
        ]
      }),
    )
}

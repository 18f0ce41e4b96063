import type { FeatureCalls } from '../feature.ts'

/**
 * The names in a path, as the description has them. Two calls of one address may name its parts differently;
 * to OpenAPI they are one path, and the part has both names: `/pictures/{idOrName}`.
 */
export function namesIn(contract: FeatureCalls[]): (path: string) => Map<string, string> {
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

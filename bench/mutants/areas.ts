import { graphOf, sourceFiles } from '../../bootstrap/graph.mjs'

/** What is changed to see whether tests notice it: where the product's rules are. */
const areas = {
  domain: 'domain/',
  votes: 'features/items/votes/',
  yolos: 'features/yolos/',
  trust: 'features/trust/',
  contests: 'features/contests/',
}
export type Area = keyof typeof areas
export const areaNames = Object.keys(areas) as Area[]

/**
 * Returns the product's modules of an area that run on a server or that a unit test imports. What only a browser runs
 * is left out, because journeys test it and one takes too long to be run for each change.
 */
export function filesOf(area: Area) {
  const files = sourceFiles()
  const { imports, reached } = graphOf(files)
  const onServer = new Set([...reached('app/app.ts'), ...reached('app/cli.ts')])
  for (const file of files)
    if (file.endsWith('.test.ts')) for (const one of imports.get(file) ?? []) onServer.add(one)
  return files.filter(
    (file) => file.startsWith(areas[area]) && isProduct(file) && onServer.has(file),
  )
}

const isProduct = (file: string) =>
  file.endsWith('.ts') && !/\.(test|testing|data|long|d)\.ts$|\/texts\.ts$/.test(file)

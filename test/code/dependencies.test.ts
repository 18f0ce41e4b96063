import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

type Package = {
  version?: string
  integrity?: string
  resolved?: string
  hasInstallScript?: boolean
  os?: string[]
  cpu?: string[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  allowScripts?: Record<string, boolean>
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Package
const projects = ['.', 'bootstrap/runtime', 'bench']
const allowed = read('package.json').allowScripts ?? {}

const locked = (folder: string) => {
  const { packages } = JSON.parse(readFileSync(`${folder}/package-lock.json`, 'utf8')) as {
    packages: Record<string, Package>
  }
  return packages
}
const declared = ({ dependencies, devDependencies, optionalDependencies }: Package) => ({
  ...dependencies,
  ...devDependencies,
  ...optionalDependencies,
})

it.each(projects)('S38 %s names exact versions, and its lock file has the same', (folder) => {
  const own = declared(read(`${folder}/package.json`))
  expect(Object.keys(own).length).toBeGreaterThan(0)
  const packages = locked(folder)
  expect(declared(packages['']!)).toEqual(own)
  for (const [name, version] of Object.entries(own)) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
    expect(packages[`node_modules/${name}`]?.version, name).toBe(version)
  }
})

it.each(projects)(
  'S38 %s takes every package by its checksum, none from a repository',
  (folder) => {
    const strange = Object.entries(locked(folder)).filter(
      ([path, { integrity = '', resolved = 'https:' }]) =>
        path !== '' && !(integrity.startsWith('sha512-') && resolved.startsWith('https:')),
    )
    expect(strange.map(([path]) => path)).toEqual([])
  },
)

it('S38 no package of the lock file has an install script but those allowed', () => {
  const ours = ({ os = ['linux'], cpu = ['x64'] }: Package) =>
    os.some((name) => ['linux', 'darwin'].includes(name)) &&
    cpu.some((name) => ['x64', 'arm64'].includes(name))
  const scripted = projects.flatMap((folder) =>
    Object.entries(locked(folder))
      .filter(([, entry]) => entry.hasInstallScript && ours(entry))
      .map(([path]) => path.split('node_modules/').at(-1)!),
  )
  expect([...new Set(scripted)].sort()).toEqual(Object.keys(allowed).sort())
})

it('S38 npm audit knows of nothing grave in what the site runs on', async ({ skip }) => {
  const report = await new Promise<string>((resolve) =>
    execFile('npm', ['audit', '--json', '--omit=dev'], { timeout: 50_000 }, (_error, stdout) =>
      resolve(stdout),
    ),
  )
  let known: { metadata?: { vulnerabilities?: Record<string, number> } } = {}
  try {
    known = JSON.parse(report)
  } catch {
    // npm printed no report. The test is skipped below.
  }
  if (!known.metadata?.vulnerabilities) return skip('npm audit can’t be reached from here')
  const { high, critical } = known.metadata.vulnerabilities
  expect({ high, critical }, report).toEqual({ high: 0, critical: 0 })
})

import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** Runs a program in the project's folder. Returns what it prints, and throws an error with its complaint if it fails. */
export const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { stdio: 'pipe', encoding: 'utf8', maxBuffer: 100_000_000 }).trim()

const build = (...args: string[]) =>
  run('buildah', 'bud', '--format=docker', '--isolation=chroot', ...args)

/** Makes a base of Debian's packages, from where this machine has its own, and another that adds Node and npm to it. */
export function makeBases(folder: string): void {
  const [, suite = ''] = /^VERSION_CODENAME=(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8'))!
  const lists = ['/etc/apt/sources.list', '/etc/apt/sources.list.d/debian.sources']
  const packages = '--include=libstdc++6,nginx-light,openssl'
  const lean = ['--variant=essential', '--aptopt=APT::Install-Recommends "false"', packages]
  const archive = join(folder, 'base.tar')
  run('mmdebstrap', '--quiet', ...lean, suite, archive, ...lists.filter(existsSync))
  cpSync(process.execPath, join(folder, 'node'))
  cpSync(dirname(dirname(process.env.npm_execpath!)), join(folder, 'npm'), { recursive: true })
  const bases = {
    base: 'FROM scratch\nADD base.tar /\nRUN rm /etc/nginx/sites-enabled/default',
    build: `FROM yolo-test-base
      COPY node /usr/bin/
      COPY npm /usr/lib/node_modules/npm
      RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/bin/npm`,
  }
  for (const [name, lines] of Object.entries(bases)) {
    writeFileSync(join(folder, name), lines)
    build('-f', join(folder, name), '-t', `yolo-test-${name}`, folder)
  }
}

/** Builds a checkout's image, with npm set up as on this machine. Returns its size in MB. */
export function buildSite(name: string, checkout: string, folder: string, setting: string): number {
  const own = join(homedir(), '.npmrc')
  const authority = process.env.NODE_EXTRA_CA_CERTS
  const settings = [
    existsSync(own) ? readFileSync(own, 'utf8') : '',
    `registry=${run('npm', 'config', 'get', 'registry')}`,
    authority ? 'cafile=/authority.pem' : '',
  ]
  const file = join(folder, 'npmrc')
  writeFileSync(file, settings.join('\n'))
  const mounts = ['-v', `${file}:/root/.npmrc:ro`]
  if (authority) mounts.push('-v', `${authority}:/authority.pem:ro`)
  const bases = ['BUILD=localhost/yolo-test-build', 'BASE=localhost/yolo-test-base']
  const args = [...bases, setting].flatMap((each) => ['--build-arg', each])
  build(
    '--layers',
    ...args,
    ...mounts,
    '-f',
    join(checkout, 'ops/Containerfile'),
    '-t',
    name,
    checkout,
  )
  const size = run('podman', 'image', 'inspect', '--format', '{{.Size}}', name)
  return Math.round(Number(size) / 1_000_000)
}

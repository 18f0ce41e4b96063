import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { features } from '#app/features.ts'
import { collectFeatureRules, type Feature } from '#platform/server/feature.ts'
import { numbers } from './safety-numbers.data.ts'

const page = readFileSync('docs/operating.md', 'utf8')
const readme = readFileSync('README.md', 'utf8')
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>
}
const all: Feature[] = Object.values(features)
const commands = all.flatMap((one) => [
  ...(one.commands ?? []),
  ...(one.siteCommands?.(collectFeatureRules(features)) ?? []),
])

it('the runbook has a row for every fault', () => {
  const faults = numbers.filter((number) => number.startsWith('F'))
  expect(faults).toHaveLength(17)
  for (const fault of faults) expect(page).toMatch(new RegExp(`^\\| ${fault} `, 'm'))
})

it('every command that is told exists', () => {
  const told = [...page.matchAll(/(?:npm run yolo --|^yolo|`yolo) ([a-z-]+)/gm)].map(
    ([, name]) => name!,
  )
  expect(told.length).toBeGreaterThan(15)
  const known = commands.map(({ name }) => name)
  expect(told.filter((name) => !known.includes(name))).toEqual([])
})

it('every setting that is told is one of the README’s', () => {
  const told = page.match(/\b[A-Z][A-Z\d]*_[A-Z_\d]+\b/g)!
  // Settings of the cluster's machines, of glibc, Node and etcd aren't settings of the site.
  const cluster = ['node.env', 'etcd.env'].flatMap((file) =>
    readFileSync(`deploy/cluster/${file}`, 'utf8').match(/^[A-Z_]+(?==)/gm)!,
  )
  const foreign = [
    'STATE_DIR',
    'NODE_ENV',
    'MALLOC_ARENA_MAX',
    'ETCDCTL_API',
    'ETCD_FORCE_NEW_CLUSTER',
    ...cluster,
  ]
  expect(
    told.filter(
      (name) => !readme.includes(`\`${name}\``) && !foreign.includes(name) && !/^S3_$/.test(name),
    ),
  ).toEqual([])
})

it('what the container copies is there, and what it runs is what people run', () => {
  const lines = readFileSync('ops/Containerfile', 'utf8').split('\n')
  const copied = lines
    .filter((line) => line.startsWith('COPY '))
    .flatMap((line) => line.split(' ').slice(1, -1))
  expect(copied.length).toBeGreaterThan(8)
  expect(copied.filter((path) => !existsSync(path))).toEqual([])
  expect(lines).toContain('CMD ["npm", "start"]')
  expect(readme).toContain('npm start')
  for (const [, script] of lines.join('\n').matchAll(/npm run (\S+)/g))
    expect(scripts).toHaveProperty(script!)
  for (const [, file] of lines.join('\n').matchAll(/\bnode (\S+\.mjs)/g))
    expect(existsSync(file!)).toBe(true)
})

it('systemd has nothing to say against the unit but where its programs are', (context) => {
  const verify = '/usr/bin/systemd-analyze'
  if (!existsSync(verify)) return context.skip('No systemd-analyze here.')
  const said = (() => {
    try {
      return execFileSync(verify, ['verify', '--man=no', 'ops/yolo.service'], { stdio: 'pipe' })
    } catch (error) {
      return (error as { stderr: Buffer }).stderr
    }
  })().toString()
  const lines = said.split('\n').filter((line) => line.includes('yolo.service'))
  expect(lines.filter((line) => !/is not executable/.test(line))).toEqual([])
})

it('`yolo` is installed where cron looks, and told so everywhere', () => {
  const told = [page, readFileSync('ops/yolo', 'utf8')].flatMap((text) =>
    [...text.matchAll(/install -m 755 \/opt\/yolo\/ops\/yolo (\S+)\/yolo\b/g)].map(
      ([, folder]) => folder!,
    ),
  )
  expect(told).toHaveLength(2)
  // Debian's cron runs crontabs with this PATH.
  for (const folder of told) expect('/usr/bin:/bin'.split(':')).toContain(folder)
})

const self = userInfo()
const users = self.uid === 0 ? ['root', 'nobody'] : [self.username]

it.runIf(self.uid === 0)('root takes a new version into the checkout of the service’s user', () => {
  const folder = mkdtempSync(join(tmpdir(), 'yolo-checkout-'))
  const sh = (command: string) => execFileSync('/bin/sh', ['-ec', command], { stdio: 'pipe' })
  const commit = 'git -c user.name=x -c user.email=x@y.example commit -q --allow-empty -m x'
  sh(`chmod 755 ${folder} && cd ${folder} && mkdir all here
    cd all && git init -q . && ${commit} && git tag v1
    git clone -q . ../here && ${commit} && git tag v2 && cd .. && chown -R nobody: all here`)
  const told = page.match(/(runuser [^`\n]*)?\bgit (?:-C \S+ )?(fetch|checkout|diff)\b[^`\n&]*/g)!
  expect(told).toHaveLength(4)
  for (const command of told)
    sh(
      command
        .replace('-u yolo', '-u nobody')
        .replace('/opt/yolo', `${folder}/here`)
        .replace('<old>', 'v1')
        .replace(/<(tag|new)>/, 'v2'),
    )
  expect(sh(`runuser -u nobody -- git -C ${folder}/here describe --tags`).toString()).toBe('v2\n')
  expect(sh(`find ${folder}/here -user root`).toString()).toBe('')
  rmSync(folder, { recursive: true })
})

it.each(users)('`yolo` runs a command as the service runs, here as %s', (user) => {
  const unit = readFileSync('ops/yolo.service', 'utf8')
  const ofUnit = (pattern: RegExp) => pattern.exec(unit)![1]!
  const folder = mkdtempSync(join(tmpdir(), 'yolo-ops-'))
  chmodSync(folder, 0o755)
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o755 })
    return join(folder, name)
  }
  let script = readFileSync('ops/yolo', 'utf8')
  const replace = (was: string, by: string) => {
    expect(script).toContain(was)
    script = script.replace(was, by)
  }
  replace(`user=${ofUnit(/^User=(.+)/m)}`, `user=${user}`)
  replace(`cd ${ofUnit(/^WorkingDirectory=(.+)/m)}\n`, `cd ${folder}\n`)
  const settings = `# Settings
MAIL_FROM=Yolo <no-reply@yolo.example>
DATABASE_URL=postgres://yolo:$a&b@localhost/yolo?ssl=1

MAIL_URL=smtp://a\\nb\\\\c
METRICS_TOKEN='a\\nb'
APPLE_KEY="BEGIN\\nK\\"E\\\\Y"`
  replace(`< ${ofUnit(/^EnvironmentFile=(.+)/m)}\n`, `< ${file('settings', settings)}\n`)
  const program = file('yolo', script)
  const shown = [
    'STATE_DIR',
    'MAIL_FROM',
    'DATABASE_URL',
    'MAIL_URL',
    'METRICS_TOKEN',
    'APPLE_KEY',
    'PWD',
  ]
  const values = shown.map((name) => `"$${name}"`).join(' ')
  file('npm', `#!/bin/sh\nprintf '%s\\n' "$(id -un)" ${values} "$*"\n`)
  const run = () =>
    execFileSync(program, ['backup', '/a b'], {
      encoding: 'utf8',
      // cron's PATH.
      env: { PATH: `${folder}:/usr/bin:/bin`, STATE_DIR: '/elsewhere' },
    })
  const expected = (stateDir: string) => [
    user,
    stateDir,
    'Yolo <no-reply@yolo.example>',
    'postgres://yolo:$a&b@localhost/yolo?ssl=1',
    // As systemd's parser reads these lines.
    'smtp://anb\\c',
    'a\\nb',
    'BEGIN\\nK"E\\Y',
    folder,
    'run yolo -- backup /a b\n',
  ]
  expect(run().split('\n')).toEqual(
    expected(ofUnit(/STATE_DIR=(\S+)/))
      .join('\n')
      .split('\n'),
  )
  file('settings', `${settings}\nSTATE_DIR=/srv/yolo`)
  expect(run().split('\n')).toEqual(expected('/srv/yolo').join('\n').split('\n'))
  rmSync(folder, { recursive: true })
})

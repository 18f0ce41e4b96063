import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { InvalidSettingsError, operatorSettings, readSettings } from './settings.ts'

const machine = { root: false, cwd: '/srv/yolo' }
const read = (env: Record<string, string>) => readSettings(env, machine)

it('has defaults for a first start', () => {
  expect(read({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    origin: 'http://127.0.0.1:3000',
    stateDir: '/srv/yolo/data',
    demo: true,
    rateLimits: true,
    places: { provider: 'embedded' },
  })
  expect(readSettings({}, { ...machine, root: true }).stateDir).toBe('/var/lib/yolo')
})

it('the demo is on only while HOST is a loopback address', () => {
  expect(read({ HOST: '0.0.0.0', DEMO: 'on' }).demo).toBe(false)
  expect(read({ DEMO: 'off' }).demo).toBe(false)
})

it.each([
  [{ PORT: 'many' }, 'PORT'],
  [{ HOST: 'http://x' }, 'HOST'],
  [{ ORIGIN: 'ftp://x' }, 'ORIGIN'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
  [{ DATABASE_READ_URL: 'postgres://x/y' }, 'it needs DATABASE_URL'],
  [{ APPLE_CLIENT_ID: 'x' }, 'go together'],
  [{ RATE_LIMITS: 'off', HOST: '0.0.0.0' }, 'RATE_LIMITS'],
  [{ MAP_ORIGINS: 'https://x.example' }, 'MAP_STYLE_URL'],
])('refuses %j', (env, reason) => {
  expect(() => read(env)).toThrow(InvalidSettingsError)
  expect(() => read(env)).toThrow(reason)
})

it('says nothing of a secret’s value', () => {
  expect(() => read({ MAIL_URL: 'hunter2' })).toThrow(/^(?![^]*hunter2)/)
})

it('at most 20 settings, each in the README’s table', () => {
  expect(operatorSettings.length).toBeLessThanOrEqual(20)
  const readme = readFileSync('README.md', 'utf8')
  const rows = [...readme.matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|/gm)]
  const listed = rows.flatMap(([, names]) => names!.replaceAll('`', '').split(', '))
  expect(listed.toSorted()).toEqual(operatorSettings.toSorted())
})

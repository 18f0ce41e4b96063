import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { until } from '../../platform/testing/until.ts'

it(
  'a night of puppets is played without, with the rule and with the desk, and written in the shape that is promised',
  { tags: 'long', timeout: 180_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'yolo-simulated-'))
    const file = join(folder, 'simulated.json')
    const args = ['bench/simulate/run.ts', '--seed', '1', '--only', 'puppets', '--json', file]
    const env = { ...process.env, VITEST: '', NODE_ENV: 'production', DATABASE_URL: '' }
    const { stdout } = await promisify(execFile)(process.execPath, args, { env })
    const { scenarios } = JSON.parse(await readFile(file, 'utf8'))
    await rm(folder, { recursive: true })
    expect(stdout).toContain('puppets')
    expect(scenarios).toHaveLength(1)
    const [{ name, none, rule, desk }] = scenarios
    expect(name).toBe('puppets')
    const keys = [
      'days',
      'falseAlarms',
      'farthest',
      'gain',
      'groupFalseAlarms',
      'stillCounted',
      'worst',
    ]
    for (const figures of [none, rule, desk]) expect(Object.keys(figures).sort()).toEqual(keys)
    expect(none).toMatchObject({ stillCounted: 1, days: null })
    expect(none.gain).toBeGreaterThan(1)
    for (const { gain, farthest, falseAlarms } of [rule, desk])
      expect([gain <= 1, farthest <= 1, falseAlarms <= 0.01]).toEqual([true, true, true])
  },
)

it(
  'stopped by a signal it leaves neither its PostgreSQL nor its files',
  { tags: 'long' },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'yolo-stopped-'))
    const env = { ...process.env, VITEST: '', DATABASE_URL: '', TMPDIR: folder }
    const args = ['bench/simulate/run.ts', '--seed', '1', '--only', 'puppets']
    const running = promisify(execFile)(process.execPath, args, { env })
    const pidFile = async () => {
      const [state] = await readdir(folder)
      return readFile(join(folder, state!, 'postgres', 'data', 'postmaster.pid'), 'utf8')
    }
    const ready = () =>
      pidFile().then(
        (text) => (/ready/.test(text) ? text : ''),
        () => '',
      )
    const pid = Number.parseInt(await until(ready, 'PostgreSQL has not started.'))
    running.child.kill('SIGTERM')
    await expect(running).rejects.toMatchObject({ code: 130 })
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    expect(await readdir(folder)).toEqual([])
    await rm(folder, { recursive: true })
  },
)

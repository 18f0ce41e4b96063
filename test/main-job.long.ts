import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { realData, realFile } from '#features/places/import/real-data.testing.ts'
import { startSite, type SiteProcess } from '#platform/testing/process.ts'
import { mainJob } from './main-job.ts'

describe.runIf(realData)('the main job on real places, through kill -9', () => {
  let stateDir: string
  let site: SiteProcess
  beforeAll(async () => {
    stateDir = await mkdtemp(join(tmpdir(), 'yolo-main-job-'))
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['app/cli.ts', 'import-places', realFile('osm', 'places-world-2022.geojson.gz')],
      { env: { ...process.env, STATE_DIR: stateDir, DEMO: '0' }, maxBuffer: 64 << 20 },
    )
    expect(stdout).toMatch(/54,?196/)
    site = await startSite({ STATE_DIR: stateDir })
  }, 600_000)
  afterAll(async () => {
    await site?.end('SIGTERM')
    await rm(stateDir, { recursive: true, force: true })
  })

  mainJob({
    site: () => site,
    async mails() {
      const folder = join(stateDir, 'mail')
      const names = await readdir(folder).catch(() => [])
      // A mail that is still being written doesn't end in .eml yet.
      const mails = names.filter((name) => name.endsWith('.eml'))
      return Promise.all(mails.map((name) => readFile(join(folder, name), 'utf8')))
    },
    async comesBack() {
      const pid = await readFile(join(stateDir, 'postgres/data/postmaster.pid'), 'utf8')
      await site.end('SIGKILL')
      process.kill(Number(pid.split('\n')[0]), 'SIGKILL')
      site = await startSite({ STATE_DIR: stateDir })
    },
  })
})

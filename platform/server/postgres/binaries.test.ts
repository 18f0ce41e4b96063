import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readlink, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findServerUser } from './account.ts'
import { findBinaries } from './binaries.ts'

let place: string
let stateDir: string
let from: { native: string; version: string }

/** Creates a package as npm unpacks it: programs, a library, and symbolic links that are only listed in a file. */
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'yolo binaries '))
  await chmod(place, 0o755)
  stateDir = join(place, 'state')
  await mkdir(stateDir, { mode: 0o711 })
  await chmod(stateDir, 0o711)
  from = { native: join(place, 'checkout', 'native'), version: '1.2.3' }
  await mkdir(join(from.native, 'bin'), { recursive: true })
  await mkdir(join(from.native, 'lib'))
  await writeFile(join(from.native, 'bin/postgres'), '#!/bin/sh\nid -u\n', { mode: 0o755 })
  await writeFile(join(from.native, 'lib/libpq.so.5.18'), 'library')
  const listed = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
  await writeFile(join(from.native, 'pg-symlinks.json'), JSON.stringify(listed))
})
afterEach(() => rm(place, { recursive: true, force: true }))

describe('the programs of PostgreSQL', () => {
  it('are used in place, with the links that no install script has made', async () => {
    const { postgres } = await findBinaries(stateDir, undefined, from)
    expect(postgres).toBe(join(from.native, 'bin/postgres'))
    expect(await readlink(join(from.native, 'lib/libpq.so.5'))).toBe('libpq.so.5.18')
    expect(await readdir(stateDir)).toEqual([])
  })

  it.runIf(process.getuid?.() === 0)(
    'are copied once, whole, out of a folder that their user can not enter',
    async () => {
      await chmod(join(from.native, 'bin/postgres'), 0o700)
      await chmod(join(place, 'checkout'), 0o700)
      const account = (await findServerUser(join(stateDir, 'none')))!
      const [first, second] = await Promise.all([
        findBinaries(stateDir, account, from),
        findBinaries(stateDir, account, from),
      ])
      expect(first).toEqual(second)
      expect(await readdir(stateDir)).toEqual(['postgresql-1.2.3'])
      expect(await readlink(join(stateDir, 'postgresql-1.2.3/lib/libpq.so.5'))).toBe(
        'libpq.so.5.18',
      )
      const ran = execFileSync(first.postgres, { uid: account.uid, gid: account.gid, cwd: '/' })
      expect(Number(ran)).toBe(account.uid)
      // The server's user must not be able to change its own programs.
      expect((await stat(first.postgres)).uid).toBe(0)
    },
  )
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'

const program = `
  const { openLog } = await import('./platform/server/log.ts')
  const log = openLog('info')
  process.on('SIGTERM', () => process.exit(7))
  log.info('one')
  setInterval(() => {
    log.info('another')
    process.send('on')
  }, 10)`

test('a full disk under the log ends nothing, and keeps nothing from ending', async () => {
  const full = openSync('/dev/full', 'w')
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', full, 'pipe', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  for (let lines = 0; lines < 5; lines++) await once(child, 'message')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([7, null])
})

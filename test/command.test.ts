import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const yolo = (...args: string[]) =>
  new Promise<{ code: number; out: string; error: string }>((resolve) =>
    execFile(process.execPath, ['app/cli.ts', ...args], (failed, out, error) =>
      resolve({ code: Number(failed?.code ?? 0), out, error }),
    ),
  )

test('the command tells its version, its commands, and what is none', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const [printed, help, none] = await Promise.all([yolo('version'), yolo('--help'), yolo('dance')])
  expect(printed).toEqual({ code: 0, out: `${version}\n`, error: '' })
  expect(help.out).toMatch(/^ {2}backup .*\n[^]*^ {2}version /m)
  expect(none).toMatchObject({ code: 2, error: expect.stringContaining("no command 'dance'") })
})

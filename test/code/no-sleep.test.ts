import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectFiles } from '../../bootstrap/files.mjs'

/**
 * Files in which a fixed pause is right, and why. Everything else waits for a condition with `until` or `expect.poll`.
 */
const allowed = {
  'e2e/checks.ts': 'no pause: an upper limit for animations that never end',
  'features/mail/mail.test.ts': 'no pause: a mail server that is slow',
  'features/photos/faults.test.ts': 'the moment of the crash is what differs',
  'features/places/providers/budgets.test.ts': 'no pause: a provider that is slow',
  'platform/server/http/overload/slow-bodies.test.ts': 'how fast something is sent is what differs',
  'platform/server/http/overload/unread-answers.test.ts':
    'for that time nothing is read, or only a part',
  'platform/server/postgres/server.test.ts': 'within it nothing may happen',
  'platform/server/database/repeatable.test.ts': 'within it others must be able to write',
  'platform/server/storage/storage.test.ts': 'no pause: a bucket that is slow',
  'platform/server/timed-thread/timed-thread.test.ts': 'the moment of asking is what differs',
  'platform/testing/app.ts': 'no pause: an upper limit for connections that idle',
  'platform/testing/settled.ts': 'asks again and again, until the moment named by the rule',
  'platform/testing/until.ts': 'asks again and again',
  'test/crash/crash.ts': 'the moment of the crash is what differs',
  'test/bootstrap/fresh-clone.mjs': 'no pause: upper limits',
  'test/hostile/held-up.ts': 'asks the clock again and again how late it is',
  'test/hostile/long-lists.ts': 'only after that time is a page drawn again',
  'test/soak/way-back.ts': 'how much comes back in that time is what is asked',
  'test/soak/soak.ts': 'the moment of giving up is what differs; and as long as a 503 asks',
}

const pause = /(?<![.\w])setTimeout\s*[(,]|setTimeout as|waitForTimeout|(?<!pg_)\bsleep\(/
const files = projectFiles()
  .filter((file) =>
    /^(test|e2e|platform\/testing)\/.*\.(ts|mjs)$|\.(test|spec|long)\.ts$/.test(file),
  )
  .filter((file) => file !== 'test/code/no-sleep.test.ts')

test('no test sleeps for a fixed time', () => {
  expect(files.length).toBeGreaterThan(150)
  const found = files.filter((file) => pause.test(readFileSync(file, 'utf8')))
  expect(found.sort()).toEqual(Object.keys(allowed).sort())
})

test('a sleep is known by any of its names', () => {
  for (const line of [
    'await new Promise((resolve) => setTimeout(resolve, 20))',
    "import { setTimeout as wait } from 'node:timers/promises'",
    'await page.waitForTimeout(400)',
    'await sleep(5)',
  ])
    expect(pause.test(line), line).toBe(true)
  for (const line of ['test.setTimeout(1)', 'socket.setTimeout(1)', "'select pg_sleep(30)'"])
    expect(pause.test(line), line).toBe(false)
})

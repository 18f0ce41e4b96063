import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { projectFiles } from '../../bootstrap/project.mjs'
import { z } from 'zod'
import type { AnyCall } from '#platform/contract/call.ts'
import { samples } from '../access-samples.ts'
import { calls as allCalls } from '#app/contract.ts'
import { openWorld } from '#platform/testing/access-world.ts'

const world = await openWorld()
const { app } = world

/** Connections and requests that the canary server received. Any of them means that a member's URL was followed. */
const visits: string[] = []
const canary = createServer((request, answer) => {
  visits.push(request.url ?? '')
  answer.end('caught')
})
canary.on('connection', () => visits.push('a connection'))
await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
afterAll(() => canary.close())
const { port } = canary.address() as { port: number }
const bait = (from: string) => `http://127.0.0.1:${port}/${encodeURIComponent(from)}`
/** Returns the keys of a call's input that accept a URL as text. */
function textKeys({ input }: AnyCall): string[] {
  const takesText = (schema: z.ZodType) => schema.safeParse('http://127.0.0.1/x').success
  return Object.keys(input.shape).filter((key) => takesText(input.shape[key] as z.ZodType))
}

const baited = allCalls.flatMap((call) => textKeys(call).map((key) => ({ call, key })))

test('S24 no address in any text of any call is fetched', async () => {
  expect(baited.length).toBeGreaterThan(20)
  let taken = 0
  type Given = Record<string, unknown>
  const inputs = new Map<AnyCall, Given>()
  for (const { call, key } of baited) {
    const row = samples[call.route]
    if (!row || call.consumes) continue
    // A read doesn't use up its input, so it can be used again for the call's other keys.
    const reads = call.route.startsWith('GET ') && !call.unsafeGet
    const input = (reads && inputs.get(call)) || ((await row.input(world)) as Given)
    inputs.set(call, input)
    const as = await world.actor(call.access === 'anyone' ? 'visitor' : '514')
    const { status } = await world.send(call, { ...input, [key]: bait(call.route + key) }, as)
    if (status === 200) taken++
    expect(status).toBeLessThan(500)
  }
  // Enough calls must have accepted the URL, because a refused one proves nothing.
  expect(taken).toBeGreaterThan(10)
  expect(visits).toEqual([])
})

test('S24 a headers’ address, or one where an upload belongs, is not fetched', async () => {
  const as = await world.actor('owner')
  const { yoloId } = await world.item()
  const form = new FormData()
  form.set('file', bait('file'))
  form.set('url', bait('url'))
  await app.request('POST', `/api/yolo-image/${yoloId}/image/upload`, { as, body: form })
  const headers = { Referer: bait('referer'), Origin: bait('origin'), Forwarded: bait('for') }
  expect((await app.get('/api/yolos?category=3', { as, headers })).status).toBe(200)
  expect(visits).toEqual([])
})

/**
 * The only server files that open a connection, and to what. These addresses come from the settings, except those of
 * push services: a browser names one, of a fixed list of hosts (features/notifications/server.test.ts).
 */
const connecting = {
  'features/sign-in-with-apple/provider.server.ts': 'the issuer configured',
  'features/notifications/push/push.server.ts': 'well-known push services',
  'features/places/providers/google.server.ts': 'PLACES_URL or Google’s',
  'platform/server/mail/mail.ts': 'MAIL_URL',
  'platform/server/storage/s3.ts': 'the store of photos',
}
/** Files that only run in the browser. */
const browsers = ['features/offline/service-worker.ts']
/** Imports that only listen or look at addresses. */
const harmless =
  /import type |import \{ (isIPv?6?|BlockList, isIP(v6)?|createServer(, type \w+)*|Server) \} from 'node:(http|net)'/

const ways =
  /\bfetch\s*\(|(from|import\(|require\() ?['"]((node:)?(http|https|http2|net|tls|dgram)|undici|got|axios|node-fetch|ky|openid-client|nodemailer|@aws-sdk.*)['"]|createRemoteJWKSet|\bnew (WebSocket|EventSource)\b/

/** Returns the text with each import on a line of its own. */
const onOneLine = (text: string) =>
  text.replaceAll(/^import (type )?\{[^}]*\}/gm, (names) =>
    names.replaceAll(/\s+/g, ' ').replace(', }', ' }'),
  )

test('S24 the server opens connections in a named list of files', () => {
  const files = projectFiles()
    .filter((file) => /^(app|features|platform)\/.*\.ts$/.test(file))
    .filter((file) => !/\.(test|long|testing)\.ts$|^platform\/(testing|web)\//.test(file))
    .filter((file) => !browsers.includes(file))
  expect(files.length).toBeGreaterThan(100)
  const found = files.filter((file) =>
    onOneLine(readFileSync(file, 'utf8'))
      .split('\n')
      .some((line) => ways.test(line) && !harmless.test(line)),
  )
  expect(found.sort()).toEqual(Object.keys(connecting).sort())
})

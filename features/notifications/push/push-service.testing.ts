import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { importJWK, jwtVerify } from 'jose'
import { onFileEnd } from '#platform/testing/afterwards.ts'
import { until } from '#platform/testing/until.ts'

type PushMessage = { title: string; body: string; url: string; tag: string }
type Received = { headers: IncomingHttpHeaders; body: Buffer }
type Answer = (response: ServerResponse) => void

/** A browser's side of a subscription, with the secrets that decrypt what comes for it. */
export type TestDevice = {
  /** What the browser sends to our server. */
  subscription: { endpoint: string; p256dh: string; auth: string }
  /** What came for it so far, decrypted. */
  messages(): PushMessage[]
  /** Waits until this many messages have come, and returns them. */
  until(count: number): Promise<PushMessage[]>
  received: Received[]
  /** Answers the next requests like this, in this order, and 201 after them. */
  answers: Answer[]
}

export const answering =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end()

/** Starts a push service on this machine, whose devices decrypt what comes. */
export async function pushService() {
  const devices = new Map<string, TestDevice>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const device = devices.get(request.url!)
      device?.received.push({ headers: request.headers, body: Buffer.concat(parts) })
      const answer = device ? (device.answers.shift() ?? answering(201)) : answering(404)
      answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onFileEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function device(): TestDevice {
    const path = `/${randomBytes(8).toString('hex')}`
    const keys = createECDH('prime256v1')
    const p256dh = keys.generateKeys('base64url', 'uncompressed')
    const auth = randomBytes(16)
    const received: Received[] = []
    const messages = () =>
      received.map(({ body }) => JSON.parse(decrypted(body, keys, auth)) as PushMessage)
    const made: TestDevice = {
      subscription: {
        endpoint: origin + path,
        p256dh,
        auth: auth.toString('base64url'),
      },
      messages,
      async until(count) {
        await until(() => received.length >= count, `Fewer than ${count} pushes came.`)
        return messages()
      },
      received,
      answers: [],
    }
    devices.set(path, made)
    return made
  }
  return { origin, device }
}

/** Decrypts a message as a browser does (RFC 8291, RFC 8188), written without the library that encrypts it. */
function decrypted(body: Buffer, keys: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const length = body.readUInt8(20)
  const theirs = body.subarray(21, 21 + length)
  const sealed = body.subarray(21 + length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), theirs])
  const secret = hkdfSync('sha256', keys.computeSecret(theirs), auth, info, 32)
  const derive = (name: string, bytes: number) =>
    Buffer.from(
      hkdfSync(
        'sha256',
        Buffer.from(secret),
        salt,
        Buffer.from(`Content-Encoding: ${name}\0`),
        bytes,
      ),
    )
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  // A 2 ends the last record; zeros may follow it.
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

/** Verifies a request's signature (RFC 8292) by the public key of our site, and returns its claims. */
export async function signedBy(publicKey: string, { headers }: Received) {
  const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  const point = Buffer.from(publicKey, 'base64url')
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x: part(1), y: part(33) }, 'ES256')
  const { payload } = await jwtVerify(token!, jwk)
  return { key, ...payload }
}

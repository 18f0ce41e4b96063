import { request } from 'node:http'
import { IDBFactory } from 'fake-indexeddb'
import { vi } from 'vitest'
import { memoryStorage } from '#platform/testing/browser.ts'
import type { TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { startSession } from '#platform/web/session/session.ts'

/**
 * Where a request is cut: before it leaves, in the middle of its body, while the server works on it, or after the
 * server has answered. 'dead' is a browser that ends right after the answer, before it can store it.
 */
export type Cut = 'before' | 'middle' | 'during' | 'after' | 'dead'

/** Makes this process a member's browser: its storage, and a network that `cut` cuts. */
export function device(app: TestApp) {
  const real = fetch
  const factory = new IDBFactory()
  const stragglers: Promise<unknown>[] = []
  const network = { cut: (): Cut | null => null, requests: 0 }
  let dead = false

  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('sessionStorage', memoryStorage())
  vi.stubGlobal('indexedDB', {
    open: (name: string, version?: number) => {
      if (dead) throw new Error('This browser has ended.')
      return factory.open(name, version)
    },
  })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (!path.startsWith('/api')) return real(path, init)
    network.requests += 1
    const cut = network.cut()
    if (cut === 'before') throw new TypeError('Failed to fetch')
    if (cut === 'middle') {
      await sendHalf(app.origin + path, init)
      throw new TypeError('Failed to fetch')
    }
    const answer = real(app.origin + path, init)
    if (cut === 'during') {
      stragglers.push(answer.then((late) => late.text()).catch(() => {}))
      throw new TypeError('Failed to fetch')
    }
    const there = await answer
    if (cut === null) return there
    await there.arrayBuffer()
    if (cut === 'dead') dead = true
    throw new TypeError('Failed to fetch')
  })

  return {
    network,
    logIn: ({ id, name, email, token }: Person) =>
      startSession({ id, name, email, token, expires: '2999-01-01T00:00:00Z', verified: true }),
    isDead: () => dead,
    restart: () => (dead = false),
    /** Waits for the requests that the server still works on though nobody waits for them. */
    settled: () => Promise.all(stragglers.splice(0)),
  }
}

/** Sends a request's head and half of its body, and breaks the connection off. */
async function sendHalf(address: string, init: RequestInit): Promise<void> {
  const whole = new Request(address, init)
  const body = Buffer.from(await whole.arrayBuffer())
  await new Promise<void>((resolve) => {
    const half = request(address, {
      method: whole.method,
      headers: { ...Object.fromEntries(whole.headers), 'content-length': body.length },
      agent: false,
    })
    half.on('error', () => resolve())
    half.on('close', () => resolve())
    half.on('response', (answer) => answer.resume())
    half.write(body.subarray(0, Math.floor(body.length / 2)), () => half.destroy())
  })
}

import { expect, test } from 'vitest'
import { Toggle, type ToggleResponse } from './use-toggle.ts'

/** A server whose responses the test sends when it wants to. */
function slowServer() {
  const asked: boolean[] = []
  const waiting: { resolve(answer: ToggleResponse): void; reject(error: Error): void }[] = []
  const send = (on: boolean) => {
    asked.push(on)
    return new Promise<ToggleResponse>((resolve, reject) => waiting.push({ resolve, reject }))
  }
  const next = async () => {
    await new Promise(setImmediate)
    return waiting.shift()!
  }
  return { asked, send, next }
}

test('a tap shows before the server speaks, and its count holds afterwards', async () => {
  const { asked, send, next } = slowServer()
  const seen: number[] = []
  const toggle = new Toggle({ on: false, count: 4 }, send)
  toggle.subscribe(() => seen.push(toggle.getState().count))
  const done = toggle.flip()
  expect(toggle.getState()).toEqual({ on: true, count: 5, error: null })
  ;(await next()).resolve({ on: true, count: 9 })
  await done
  expect(toggle.getState()).toEqual({ on: true, count: 9, error: null })
  expect(asked).toEqual([true])
  expect(seen).toEqual([5, 9])
})

test('an answer without a count moves it by one', async () => {
  const toggle = new Toggle({ on: true, count: 4 }, async () => {})
  await toggle.flip()
  expect(toggle.getState()).toEqual({ on: false, count: 3, error: null })
})

test('rapid taps send one request at a time, and only the last tap after it', async () => {
  const { asked, send, next } = slowServer()
  const toggle = new Toggle({ on: false, count: 0 }, send)
  const done = toggle.flip()
  for (let tap = 0; tap < 5; tap++) void toggle.flip()
  expect(toggle.getState().on).toBe(false)
  expect(asked).toEqual([true])
  ;(await next()).resolve({ count: 1 })
  ;(await next()).resolve({ count: 0 })
  await done
  expect(asked).toEqual([true, false])
  expect(toggle.getState()).toEqual({ on: false, count: 0, error: null })
})

test('an even number of further taps sends nothing more', async () => {
  const { asked, send, next } = slowServer()
  const toggle = new Toggle({ on: false, count: 0 }, send)
  const done = toggle.flip()
  void toggle.flip()
  void toggle.flip()
  ;(await next()).resolve({ count: 1 })
  await done
  expect(asked).toEqual([true])
  expect(toggle.getState().on).toBe(true)
})

test('a refusal brings back the truth with its word, which the next tap clears', async () => {
  const { send, next } = slowServer()
  const toggle = new Toggle({ on: false, count: 7 }, send)
  const done = toggle.flip()
  ;(await next()).reject(new Error('Please log in.'))
  await done
  expect(toggle.getState()).toEqual({ on: false, count: 7, error: 'Please log in.' })
  const again = toggle.flip()
  expect(toggle.getState()).toEqual({ on: true, count: 8, error: null })
  ;(await next()).resolve()
  await again
  expect(toggle.getState().on).toBe(true)
})

test('a refusal of a tap that was taken back says nothing', async () => {
  const { asked, send, next } = slowServer()
  const toggle = new Toggle({ on: false, count: 7 }, send)
  const done = toggle.flip()
  void toggle.flip()
  ;(await next()).reject(new Error('We can’t reach the server.'))
  await done
  expect(asked).toEqual([true])
  expect(toggle.getState()).toEqual({ on: false, count: 7, error: null })
})

test('a refused first tap does not swallow a later one', async () => {
  const { asked, send, next } = slowServer()
  const toggle = new Toggle({ on: true, count: 3 }, send)
  const done = toggle.flip()
  ;(await next()).resolve({ count: 2 })
  await done
  const back = toggle.flip()
  void toggle.flip()
  void toggle.flip()
  ;(await next()).resolve({ count: 3 })
  await back
  expect(asked).toEqual([false, true])
  expect(toggle.getState()).toEqual({ on: true, count: 3, error: null })
})

test('news from the server is taken, but not over a tap under way', async () => {
  const { send, next } = slowServer()
  const toggle = new Toggle({ on: false, count: 1 }, send)
  toggle.learn({ on: false, count: 6 })
  expect(toggle.getState().count).toBe(6)
  const done = toggle.flip()
  toggle.learn({ on: false, count: 6 })
  expect(toggle.getState()).toEqual({ on: true, count: 7, error: null })
  ;(await next()).resolve({ count: 7 })
  await done
  expect(toggle.getState()).toEqual({ on: true, count: 7, error: null })
})

test('news without a count moves it by one, if it is news', () => {
  const toggle = new Toggle({ on: false, count: 4 }, async () => {})
  toggle.learn({ on: true })
  expect(toggle.getState()).toEqual({ on: true, count: 5, error: null })
  toggle.learn({ on: true })
  expect(toggle.getState().count).toBe(5)
})

test('a server that keeps its own state is not asked for ever', async () => {
  const asked: boolean[] = []
  const toggle = new Toggle({ on: false, count: 0 }, async (on) => {
    asked.push(on)
    return { on: false, count: 0 }
  })
  await toggle.flip()
  expect(asked).toEqual([true])
  expect(toggle.getState()).toEqual({ on: false, count: 0, error: null })
})

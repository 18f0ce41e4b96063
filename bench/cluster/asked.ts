/** How long a request may take before it counts as hung, in milliseconds. */
export const hang = 15_000

export type Answered = { status: number; body: any; retryAfter: string | null }

export type Asking = {
  method?: string
  body?: BodyInit
  headers?: Record<string, string>
  token?: string
}

/** Sends requests of one kind and counts their outcomes. */
export function tally() {
  const counts = { done: 0, later: 0, silentLater: 0, hung: 0, broken: 0, refused: 0, slowest: 0 }
  const strange: Record<string, number> = {}
  const note = (why: string) => (strange[why] = (strange[why] ?? 0) + 1)
  return {
    counts,
    strange,
    /** Sends a request. Returns null if there is no response. */
    async ask(url: string, init: Asking = {}): Promise<Answered | null> {
      const { token, ...rest } = init
      const begun = performance.now()
      try {
        const answer = await fetch(url, {
          ...rest,
          signal: AbortSignal.timeout(hang),
          headers: { ...rest.headers, ...(token ? { Authorization: `Bearer ${token}` } : {}) },
        })
        const text = await answer.text()
        const isJson = answer.headers.get('content-type')?.includes('json')
        const retryAfter = answer.headers.get('retry-after')
        const { status } = answer
        if (answer.ok) counts.done++
        else if (status === 503) {
          counts.later++
          if (!retryAfter) counts.silentLater++
        } else if (status >= 500) {
          counts.broken++
          note(`${status} ${new URL(url).pathname.replace(/\d+/, ':id')}`)
        } else {
          counts.refused++
          note(`${status} ${isJson ? JSON.parse(text).error : ''}`)
        }
        return { status, retryAfter, body: isJson && text ? JSON.parse(text) : null }
      } catch (error) {
        const isHung = (error as Error).name === 'TimeoutError'
        if (isHung) counts.hung++
        else counts.broken++
        note(String((error as Error).cause ?? error))
        return null
      } finally {
        counts.slowest = Math.max(counts.slowest, performance.now() - begun)
      }
    },
  }
}
export type Tally = ReturnType<typeof tally>

/** Measures the longest pause between events. */
export function pauses() {
  let last = performance.now()
  let longest = 0
  const look = () => (longest = Math.max(longest, performance.now() - last))
  return {
    came() {
      look()
      last = performance.now()
    },
    /** Returns the longest pause since the last call, in milliseconds. */
    longest() {
      const found = look()
      longest = 0
      return found
    },
  }
}

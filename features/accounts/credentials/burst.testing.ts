import type { TestApp } from '#platform/testing/app.ts'

/**
 * Requests one listing after another while many log-ins run at once (docs/safety.md, S3). Returns the statuses of the
 * log-ins, and the durations in milliseconds of the listings that were answered before the last log-in.
 */
export async function listsDuringBurst(app: TestApp, logins: number) {
  let open = logins
  const burst = Array.from({ length: logins }, async (_, n) => {
    const input = { email: `burst${n}@example.org`, password: 'wrong wrong wrong' }
    const { status } = await app.post('/api/login', input)
    open--
    return status
  })
  const times: number[] = []
  while (open > 0) {
    const begun = performance.now()
    const { status } = await app.get('/api/yolos?category=3&latitude=44.98&longitude=-93.27')
    if (status !== 200) throw new Error(`A list was refused: ${status}`)
    if (open > 0) times.push(performance.now() - begun)
  }
  return { statuses: await Promise.all(burst), times }
}

import type { Request } from './asked.ts'

/** Sends a request. Returns how long the whole response took, in milliseconds. Throws if it failed. */
export async function ask(
  origin: string,
  { method, path, token, body }: Request,
  /** A status that counts as a success too. */
  also?: number,
): Promise<number> {
  const start = performance.now()
  const answer = await fetch(origin + path, {
    method,
    headers: {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  if (!answer.ok && answer.status !== also)
    throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return performance.now() - start
}

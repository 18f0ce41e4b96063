import { EventSourceParserStream } from 'eventsource-parser/stream'

/** Reads an event stream with the bearer header, which EventSource can't send. Resolves when the server ends it. */
export async function readEvents(
  path: string,
  token: string,
  signal: AbortSignal,
  heard: (event: string) => void,
): Promise<void> {
  const answer = await fetch(path, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
    cache: 'no-store',
    signal,
  })
  if (!answer.ok || !answer.body) throw new Error(`No stream: ${answer.status}`)
  const reader = answer.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    if (value.event) heard(value.event)
  }
}

export type Answer = { status: number; headers: Headers; body: any; text: string }
type Who = { as?: { token: string } | null; headers?: Record<string, string> }
type Sent = Who & { body?: BodyInit }

export type Client = {
  get(path: string, who?: Who): Promise<Answer>
  post(path: string, body?: unknown, who?: Who): Promise<Answer>
  put(path: string, body?: unknown, who?: Who): Promise<Answer>
  delete(path: string, body?: unknown, who?: Who): Promise<Answer>
  /** Sends a request with any method. The body is sent as it is. */
  request(method: string, path: string, init?: Sent): Promise<Answer>
}

/** Returns an HTTP client for a running server. Each request can be sent as a member (`as`). */
export function client(origin: string): Client {
  const request: Client['request'] = async (method, path, { as, headers, ...init } = {}) => {
    const answer = await fetch(origin + path, {
      redirect: 'manual',
      ...init,
      method,
      headers: { ...(as ? { Authorization: `Bearer ${as.token}` } : {}), ...headers },
    })
    const text = await answer.text()
    const json = answer.headers.get('content-type')?.includes('json') && text !== ''
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      body: json ? JSON.parse(text) : text,
    }
  }
  const withBody =
    (method: string) =>
    (path: string, body?: unknown, who: Who = {}) =>
      request(method, path, {
        ...who,
        ...(body === undefined
          ? {}
          : {
              body: JSON.stringify(body),
              headers: { 'Content-Type': 'application/json', ...who.headers },
            }),
      })
  return {
    request,
    get: (path, who) => request('GET', path, who),
    post: withBody('POST'),
    put: withBody('PUT'),
    delete: withBody('DELETE'),
  }
}

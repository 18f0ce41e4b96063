import { connect, type Socket } from 'node:net'

export type Reply = string | number | null | Error | Reply[]

/** A client for Redis's own protocol (RESP2). Commands in one call of `ask` are sent together, pipelined. */
export class RedisClient {
  readonly #socket: Socket
  readonly #waiting: ((reply: Reply) => void)[] = []
  #unread: Buffer = Buffer.alloc(0)

  constructor(path: string) {
    this.#socket = connect(path)
    this.#socket.on('data', (chunk) => this.#read(chunk))
    const lost = () => {
      for (const tell of this.#waiting.splice(0)) tell(new Error('Redis went away.'))
    }
    this.#socket.on('error', lost)
    this.#socket.on('close', lost)
  }

  async ask(...commands: (string | number)[][]): Promise<Reply[]> {
    const replies = commands.map(() => new Promise<Reply>((tell) => this.#waiting.push(tell)))
    this.#socket.write(commands.map(encoded).join(''))
    const all = await Promise.all(replies)
    for (const reply of all) if (reply instanceof Error) throw reply
    return all
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(chunk: Buffer) {
    this.#unread = this.#unread.length > 0 ? Buffer.concat([this.#unread, chunk]) : chunk
    let at = 0
    while (at < this.#unread.length) {
      const read = parse(this.#unread, at)
      if (!read) break
      at = read.end
      this.#waiting.shift()?.(read.reply)
    }
    this.#unread = this.#unread.subarray(at)
  }
}

const encoded = (command: (string | number)[]) =>
  `*${command.length}\r\n${command
    .map(String)
    .map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`)
    .join('')}`

type Parsed = { reply: Reply; end: number }

/** Parses the reply that begins at `at`. Returns null if it isn't complete yet. */
export function parse(bytes: Buffer, at: number): Parsed | null {
  const line = bytes.indexOf('\r\n', at, 'latin1')
  if (line < 0) return null
  const text = bytes.toString('latin1', at + 1, line)
  const end = line + 2
  switch (String.fromCharCode(bytes[at]!)) {
    case ':':
      return { reply: Number(text), end }
    case '-':
      return { reply: new Error(`Redis: ${text}`), end }
    case '$': {
      const length = Number(text)
      if (length < 0) return { reply: null, end }
      if (bytes.length < end + length + 2) return null
      return { reply: bytes.toString('utf8', end, end + length), end: end + length + 2 }
    }
    case '*':
      return parseAll(bytes, end, Number(text))
    default:
      return { reply: text, end }
  }
}

function parseAll(bytes: Buffer, from: number, count: number): Parsed | null {
  const reply: Reply[] = []
  let end = from
  for (let n = 0; n < count; n++) {
    const one = parse(bytes, end)
    if (!one) return null
    reply.push(one.reply)
    end = one.end
  }
  return { reply, end }
}

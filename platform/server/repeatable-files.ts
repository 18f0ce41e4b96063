import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

/** A function, view or trigger, declared whole in a `*.sql` file beside the feature or rule that it serves. */
export type Declaration = {
  file: string
  kind: 'function' | 'view' | 'trigger'
  name: string
  /** As `drop` and the record name it: a trigger with its table. */
  identity: string
  text: string
  /** What `create or replace` can't change: with another one it is dropped first. */
  signature: string
  checksum: string
}

const root = new URL('../../', import.meta.url)
const places = ['domain/', 'features/', 'platform/']

let read: Promise<Declaration[]> | undefined
/** What the files declare, each after what it mentions. They are read once in a process. */
export const readRepeatable = () => (read ??= readFiles())

async function readFiles(): Promise<Declaration[]> {
  const files = await Promise.all(
    places.map(async (place) => {
      const names = await readdir(new URL(place, root), { recursive: true })
      return names.filter((name) => name.endsWith('.sql')).map((name) => place + name)
    }),
  )
  const declared = await Promise.all(
    files
      .flat()
      .sort()
      .map(async (file) => declarations(file, await readFile(new URL(file, root), 'utf8'))),
  )
  return inOrder(declared.flat())
}

async function declarations(file: string, written: string): Promise<Declaration[]> {
  const [head = '', ...texts] = `\n${await filled(file, written)}`.split(/^(?=create )/m)
  if (/^(?!--|$)/m.test(head)) throw new Error(`${file} begins with more than comments: ${head}`)
  // What follows a declaration is the comment of the next.
  return texts.map((text) => declaration(file, text.replace(/(\n(--.*)?)+$/, '')))
}

/** Numbers that TypeScript decides by stand there alone: `-- import { days } from './rule.ts'` brings `${days}`. */
async function filled(file: string, written: string): Promise<string> {
  const values: Record<string, unknown> = {}
  for (const [, names, from] of written.matchAll(/^-- import \{ (.+) \} from '(.+)'$/gm)) {
    const target = from!.startsWith('#')
      ? new URL(from!.slice(1), root)
      : new URL(from!, new URL(file, root))
    const module = (await import(target.href)) as Record<string, unknown>
    for (const name of names!.split(', ')) values[name] = module[name]
  }
  return written.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    const list: unknown[] = Array.isArray(value) ? value : [value]
    if (list.length === 0 || !list.every((one) => typeof one === 'number'))
      throw new Error(`${file} names ${name}, which is no number and no list of numbers`)
    return list.join(', ')
  })
}

function declaration(file: string, text: string): Declaration {
  const found = /^create (function|view|trigger) (\w+)/.exec(text)
  if (!found) throw new Error(`${file} declares neither a function, a view nor a trigger: ${text}`)
  const [, kind, name] = found as unknown as [string, Declaration['kind'], string]
  const table = /\son (\w+)/.exec(text)?.[1]
  const signature = {
    function: text.split(/\sas \$\$|\sreturn\s|\sbegin atomic\s/)[0]!,
    view: text,
    trigger: '',
  }[kind]
  return {
    file,
    kind,
    name,
    identity: kind === 'trigger' ? `trigger ${name} on ${table}` : `${kind} ${name}`,
    text,
    signature: sha256(signature),
    checksum: sha256(text),
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Functions written in SQL are checked when they are made: what one mentions must be there before it. */
function inOrder(declared: Declaration[]): Declaration[] {
  const byName = new Map<string, Declaration>()
  for (const one of declared) {
    const key = one.kind === 'trigger' ? one.identity : one.name
    if (byName.has(key)) throw new Error(`${one.identity} is declared twice`)
    byName.set(key, one)
  }
  const ordered = new Set<Declaration>()
  const visited = new Set<Declaration>()
  const visit = (one: Declaration) => {
    if (visited.has(one)) return
    visited.add(one)
    for (const [word] of one.text.matchAll(/\w+/g)) {
      const mentioned = byName.get(word)
      if (mentioned) visit(mentioned)
    }
    ordered.add(one)
  }
  // Triggers come last: their tables are locked for as short as possible.
  for (const one of declared) if (one.kind !== 'trigger') visit(one)
  for (const one of declared) visit(one)
  return [...ordered]
}

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

/** A function, view or trigger, declared completely in a `*.sql` file next to the feature or rule that it serves. */
export type SqlDeclaration = {
  file: string
  kind: 'function' | 'view' | 'trigger'
  name: string
  /** Kind and name, as used in `drop` and in the table `repeatable_migrations`. A trigger also names its table. */
  identity: string
  text: string
  /** Hash of the part that `create or replace` may not change. If it differs, the old version is dropped first. */
  signature: string
  checksum: string
}

const root = new URL('../../../', import.meta.url)
const places = ['domain/', 'features/', 'platform/']

let read: Promise<SqlDeclaration[]> | undefined
/** Returns the declarations in all files, each after those it depends on. The files are read once per process. */
export const readSqlDeclarations = () => (read ??= readFiles())

async function readFiles(): Promise<SqlDeclaration[]> {
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

async function declarations(file: string, written: string): Promise<SqlDeclaration[]> {
  const [head = '', ...texts] = `\n${await filled(file, written)}`.split(/^(?=create )/m)
  if (/^(?!--|$)/m.test(head)) throw new Error(`${file} begins with more than comments: ${head}`)
  // Trailing comments belong to the next declaration.
  return texts.map((text) => declaration(file, text.replace(/(\n(--.*)?)+$/, '')))
}

/**
 * Fills in numbers that TypeScript defines, so that they aren't repeated in SQL: a comment
 * `-- import { days } from './rule.ts'` makes `${days}` available.
 */
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

function declaration(file: string, text: string): SqlDeclaration {
  const found = /^create (function|view|trigger) (\w+)/.exec(text)
  if (!found) throw new Error(`${file} declares neither a function, a view nor a trigger: ${text}`)
  const [, kind, name] = found as unknown as [string, SqlDeclaration['kind'], string]
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

/** Sorts declarations by dependency, because PostgreSQL checks the body of an SQL function when it is created. */
function inOrder(declared: SqlDeclaration[]): SqlDeclaration[] {
  const byName = new Map<string, SqlDeclaration>()
  for (const one of declared) {
    const key = one.kind === 'trigger' ? one.identity : one.name
    if (byName.has(key)) throw new Error(`${one.identity} is declared twice`)
    byName.set(key, one)
  }
  const ordered = new Set<SqlDeclaration>()
  const visited = new Set<SqlDeclaration>()
  const visit = (one: SqlDeclaration) => {
    if (visited.has(one)) return
    visited.add(one)
    for (const [word] of one.text.matchAll(/\w+/g)) {
      const mentioned = byName.get(word)
      if (mentioned) visit(mentioned)
    }
    ordered.add(one)
  }
  // Triggers come last, so that their tables are locked as briefly as possible.
  for (const one of declared) if (one.kind !== 'trigger') visit(one)
  for (const one of declared) visit(one)
  return [...ordered]
}

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInstrumenter } from '@stryker-mutator/instrumenter'
import { createInjector } from 'typed-inject'
import { project } from '../../bootstrap/project.mjs'
import { accepted } from './accepted.data.ts'
import { areaNames, filesOf, type Area } from './areas.ts'
import { thatCompile } from './compiles.ts'

/** A small change to a file of the product, which a test should notice. */
export type Mutant = {
  /** Names the change across runs, as long as the file is the same. */
  key: string
  area: Area
  file: string
  line: number
  mutator: string
  /** The lines that the change touches, before and after it, as one line. */
  was: string
  becomes: string
  /** The whole file with the change. */
  text: string
}

const silent = { debug() {}, info() {}, warn: console.warn, error: console.error }
const log = { ...silent, isDebugEnabled: () => false }

/**
 * Draws up to `each` mutants of each of these areas. The same seed draws the same mutants. Areas take turns, so that the
 * first ones of an interrupted run are spread evenly too.
 */
export async function drawMutants(seed: string, each: number, areas = areaNames) {
  const candidates = await Promise.all(
    areas.map(async (area) => {
      const all = (await mutantsOf(area)).filter((mutant) => !hasReason(mutant))
      return { all: all.length, mutants: inOrderOf(seed, all).slice(0, each * 3) }
    }),
  )
  const compile = await thatCompile(candidates.flatMap(({ mutants }) => mutants))
  const drawn = candidates.map(({ mutants }) => mutants.filter((one) => compile.has(one)))
  const mutants = Array.from({ length: each }, (_, turn) => drawn.map((of) => of[turn]))
  return {
    mutants: mutants.flat().filter((mutant) => mutant !== undefined),
    all: Object.fromEntries(areas.map((area, index) => [area, candidates[index]!.all])),
  }
}

async function mutantsOf(area: Area): Promise<Mutant[]> {
  const files = filesOf(area).map((name) => ({
    name,
    content: readFileSync(join(project, name), 'utf8'),
    mutate: true,
  }))
  const instrumenter = createInjector()
    .provideValue('logger', log)
    .injectFunction(createInstrumenter)
  const options = { excludedMutations: [], ignorers: [] as [], plugins: null, noHeader: true }
  const { mutants } = await instrumenter.instrument(files, options)
  const contents = new Map(files.map(({ name, content }) => [name, content]))
  return mutants.flatMap(({ fileName, location, mutatorName, replacement }) => {
    const content = contents.get(fileName)!
    const [start, end] = [offsetOf(content, location.start), offsetOf(content, location.end)]
    const original = content.slice(start, end)
    if (isText(fileName, mutatorName, original)) return []
    // Without parentheses another operator could bind what stands beside it.
    const isOperator = /^(Logical|Arithmetic)Operator$/.test(mutatorName)
    const placed = isOperator ? `(${replacement})` : replacement
    const text = content.slice(0, start) + placed + content.slice(end)
    const line = location.start.line
    const from = content.lastIndexOf('\n', start) + 1
    const rest = content.slice(end, lineEnd(content, end))
    return {
      key: `${fileName}:${start}-${end} ${mutatorName} ${replacement}`,
      area,
      file: fileName,
      line: line + 1,
      mutator: mutatorName,
      was: oneLine(content.slice(from, end) + rest),
      becomes: oneLine(content.slice(from, start) + placed + rest),
      text,
    }
  })
}

/** Texts are for people. Tests of each of them would only repeat them. */
const isText = (file: string, mutator: string, original: string) =>
  mutator === 'StringLiteral' && (/\s/.test(original) || file.endsWith('contract.ts'))

export const hasReason = ({ file, was, becomes }: Pick<Mutant, 'file' | 'was' | 'becomes'>) =>
  accepted.some((one) => one.file === file && one.was === was && one.becomes === becomes)

const inOrderOf = (seed: string, mutants: Mutant[]) => {
  const hashes = new Map(mutants.map((one) => [one, hash(`${seed} ${one.key}`)]))
  return mutants.toSorted((a, b) => (hashes.get(a)! < hashes.get(b)! ? -1 : 1))
}
const hash = (text: string) => createHash('sha256').update(text).digest('hex')

const lineEnd = (text: string, from: number) => {
  const at = text.indexOf('\n', from)
  return at < 0 ? text.length : at
}
export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

function offsetOf(text: string, { line, column }: { line: number; column: number }) {
  let offset = 0
  for (let passed = 0; passed < line; passed++) offset = text.indexOf('\n', offset) + 1
  return offset + column
}

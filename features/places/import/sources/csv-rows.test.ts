import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvRows } from './csv-rows.server.ts'

const map = { name: 'n', latitude: 'a', longitude: 'o' }

async function* inPieces(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

const cell = fc.string({
  unit: fc.constantFrom('a', 'é', '信', '"', ',', ';', '\t', ' ', '\n', '\r\n'),
  maxLength: 12,
})
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const plain = (text: string) => (/["\r\n,;\t]/.test(text) || text === '' ? quoted(text) : text)

it('whole files are read as csv-parse reads them, in pieces of any size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, fc.integer({ min: -80, max: 80 }), cell), { minLength: 1 }),
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      fc.integer({ min: 1, max: 50 }),
      async (rows, delimiter, end, always, size) => {
        const write = always ? quoted : plain
        // Converts line ends within cells to '\n', because the reader doesn't preserve which of the two it was.
        const own = (text: string) => text.replaceAll(/\r?\n/g, '\n')
        const text = [
          ['n', 'a', 'o', 'd'],
          ...rows.map(([name, at, more]) => [own(name), String(at), String(at / 2), own(more)]),
        ]
          .map((cells) => cells.map(write).join(delimiter))
          .join('\n')
          .replaceAll('\n', end)
        const expected = parse(text, { columns: true, delimiter, bom: true })
        const found = []
        for await (const row of csvRows(inPieces(text, size), map))
          found.push('value' in row ? row.value : row.reason)
        expect(found).toEqual(
          expected.map((row) =>
            Object.fromEntries(
              Object.entries(row as Record<string, string>).map(([name, one]) => [name, own(one)]),
            ),
          ),
        )
      },
    ),
    { numRuns: 500, seed: 20261123 },
  )
})

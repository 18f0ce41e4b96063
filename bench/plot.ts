// Draws a saved run as docs/speed.svg: node bench/plot.ts bench/results/<date>.json
import { readFile, writeFile } from 'node:fs/promises'
import { wanted } from './wanted.data.ts'

type Kept = { date: string; items: number; ratios: Record<string, number> }

const row = { height: 22, top: 64, left: 230 }
const width = 800
const end = width - 70
/**
 * Multiples of the wanted value at the left and right edges. Bars beyond them end at the edge, with their number as
 * text.
 */
const [least, most] = [0.05, 50]

const x = (share: number) => {
  const inside = Math.min(most, Math.max(least, share))
  return (
    row.left + ((Math.log(inside) - Math.log(least)) / Math.log(most / least)) * (end - row.left)
  )
}

const short = (number: number) => String(Number(number.toPrecision(2)))

/**
 * Returns a chart as SVG, with a bar for each figure that has a wanted value: the multiple of that value, on a
 * logarithmic scale.
 */
export function drawn({ date, items, ratios }: Kept): string {
  const rows = Object.entries(wanted).flatMap(([key, least]) =>
    ratios[key] === undefined ? [] : [{ key, least, share: ratios[key] / least }],
  )
  const height = row.top + rows.length * row.height + 16
  const grid = [0.1, 1, 10].map(
    (share) => `<line class="${share === 1 ? 'one' : 'grid'}" x1="${x(share)}" x2="${x(share)}"
      y1="${row.top - 8}" y2="${height - 12}"/>
    <text x="${x(share)}" y="${row.top - 14}" text-anchor="middle">${share === 1 ? 'wanted' : `× ${share}`}</text>`,
  )
  const bars = rows.map(({ key, least, share }, index) => {
    const y = row.top + index * row.height
    const [from, to] = [Math.min(x(share), x(1)), Math.max(x(share), x(1))]
    return `<text x="${row.left - 10}" y="${y + 14}" text-anchor="end">${key}</text>
    <rect class="${share >= 1 ? 'met' : 'missed'}" x="${from}" y="${y + 3}" width="${Math.max(1, to - from)}" height="15" rx="2"/>
    <text x="${to + 6}" y="${y + 14}">${short(share * least)} of ${least}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img"
  aria-label="Figures of the run by what is wanted of each">
<style>
  svg { background: #fff; font: 12px system-ui, sans-serif; fill: #222 }
  .title { font-size: 15px; font-weight: 600 }
  .grid { stroke: #ccc } .one { stroke: #222 }
  .met { fill: #2f7d4f } .missed { fill: #c4552d }
  @media (prefers-color-scheme: dark) {
    svg { background: #16181c; fill: #e6e6e6 }
    .grid { stroke: #444 } .one { stroke: #e6e6e6 } .met { fill: #5cb884 } .missed { fill: #e8835c }
  }
</style>
<text class="title" x="16" y="24">${items.toLocaleString('en')} dishes, ${date.slice(0, 10)}: each figure by what is wanted of it</text>
${[...grid, ...bars].join('\n')}
</svg>
`
}

if (import.meta.main) {
  const [file] = process.argv.slice(2)
  if (!file) throw new Error('Which run? node bench/plot.ts bench/results/<date>.json')
  const kept = JSON.parse(await readFile(file, 'utf8')) as Kept
  await writeFile(new URL('../docs/speed.svg', import.meta.url), drawn(kept))
}

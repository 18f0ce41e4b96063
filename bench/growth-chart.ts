/** By figure: its time at each number of dishes, in any unit. */
export type Growth = Record<string, [size: number, time: number][]>

const colors = ['#c4552d', '#2f7d4f', '#3565b0', '#8a4fa8', '#9a7412', '#14808a', '#555']
const [left, right, top, bottom] = [60, 540, 50, 370]

const toTenths = (pixels: number) => Math.round(pixels * 10) / 10

/**
 * Returns a chart as SVG: each figure's time as a multiple of that at the smallest size, by the number of dishes, both
 * on a logarithmic scale, beside a line for n log n.
 */
export function growthChart(growth: Growth): string {
  const sizes = Object.values(growth)[0]!.map(([size]) => size)
  const [least, largest] = [Math.min(...sizes), Math.max(...sizes)]
  const lines = Object.entries(growth).map(([name, points]) => {
    const [, first] = points[0]!
    return { name, points: points.map(([size, time]): [number, number] => [size, time / first]) }
  })
  const bound = sizes.map((size): [number, number] => [
    size,
    (size * Math.log(size)) / (least * Math.log(least)),
  ])
  const low = Math.min(0.5, ...lines.flatMap(({ points }) => points.map(([, time]) => time)))
  const high = bound.at(-1)![1]
  const x = (size: number) =>
    toTenths(left + ((right - left) * Math.log(size / least)) / Math.log(largest / least))
  const y = (time: number) =>
    toTenths(bottom - ((bottom - top) * Math.log(time / low)) / Math.log(high / low))
  const path = (points: [number, number][]) =>
    points.map(([size, time]) => `${x(size)},${y(time)}`).join(' ')

  const powers = [1, 10, 100, 1000, 10_000].filter((power) => power < high)
  const grid = [
    ...powers.map(
      (power) => `<line class="grid" x1="${left}" x2="${right}" y1="${y(power)}" y2="${y(power)}"/>
  <text x="${left - 8}" y="${y(power) + 4}" text-anchor="end">${power.toLocaleString('en')}</text>`,
    ),
    ...sizes.map(
      (size) =>
        `<text x="${x(size)}" y="${bottom + 20}" text-anchor="middle">${size.toLocaleString('en')}</text>`,
    ),
  ]
  // Names of lines that end close to each other are moved apart.
  let above = Infinity
  const drawn = lines
    .map((line, index) => ({ ...line, color: colors[index % colors.length]! }))
    .toSorted((a, b) => a.points.at(-1)![1] - b.points.at(-1)![1])
    .map(({ name, points, color }) => {
      above = Math.min(y(points.at(-1)![1]) + 4, above - 15)
      return `<polyline points="${path(points)}" stroke="${color}"/>
  <text x="${right + 8}" y="${above}" style="fill:${color}">${name}</text>`
    })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 400" role="img"
  aria-label="Time of each figure by the number of dishes">
<style>
  svg { background: #fff; font: 12px system-ui, sans-serif; fill: #222 }
  .title { font-size: 15px; font-weight: 600 }
  .grid { stroke: #ddd }
  polyline { fill: none; stroke-width: 2 }
  .bound { stroke: #999; stroke-dasharray: 4 4 }
</style>
<text class="title" x="16" y="24">Time by the number of dishes, as a multiple of that at ${least.toLocaleString('en')}</text>
${grid.join('\n')}
<polyline class="bound" points="${path(bound)}"/>
<text x="${right + 8}" y="${y(high) + 4}">n log n</text>
${drawn.join('\n')}
</svg>`
}

import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { citiesOf, generator, normal } from '../centres.ts'

const first = 'Golden Silver Lucky Old New Little Big Blue Red Green Royal Happy Sunny Corner Urban'
const middle = 'Dragon Lotus Olive Maple Harbor River Garden Spoon Table Oven Lantern Pepper Basil'
const last = 'Kitchen Grill Diner Cafe Bistro Pizza Noodles Tacos Sushi Bakery Bar House Deli Curry'
const words = [first, middle, last].map((list) => list.split(' '))
const kinds = ['restaurant', 'cafe', 'pizza_restaurant', 'bar', 'bakery', 'fast_food_restaurant']

/**
 * Writes this many generated places as GeoJSON in Overture's format, one feature per line as its own command does. The
 * places are the same in every run.
 */
export async function writeOverture(path: string, rows: number): Promise<void> {
  const random = generator(20_260_501)
  const cities = citiesOf(200)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
  const out = createWriteStream(path)
  out.write('{"type":"FeatureCollection","features":[\n')
  for (let row = 0; row < rows; row += 1) {
    const { centre } = pick(cities)
    const coordinates = [
      centre.longitude + normal(random) * 0.2,
      centre.latitude + normal(random) * 0.15,
    ].map((degrees) => Number(degrees.toFixed(7)))
    const name = `${words.map(pick).join(' ')} ${Math.floor(random() * 1000)}`
    const number = row.toString(16).padStart(12, '0')
    const feature = {
      type: 'Feature',
      id: `08f2a100-0000-4000-8000-${number}`,
      geometry: { type: 'Point', coordinates },
      properties: {
        id: `08f2a100-0000-4000-8000-${number}`,
        version: 1,
        names: { primary: name, common: null },
        categories: { primary: pick(kinds), alternate: ['food', 'eat_and_drink'] },
        confidence: Number(random().toFixed(3)),
        operating_status: random() < 0.01 ? 'permanently_closed' : 'open',
        websites: random() < 0.6 ? [`https://www.place-${row}.example/`] : null,
        phones: random() < 0.7 ? [`+1612${String(row).padStart(7, '0')}`] : null,
        addresses: [
          {
            freeform: `${1 + Math.floor(random() * 9999)} ${pick(words[1]!)} Street`,
            locality: 'Springfield',
            region: 'MN',
            postcode: String(10_000 + Math.floor(random() * 89_999)),
            country: 'US',
          },
        ],
        sources: [{ dataset: 'meta', record_id: String(row), update_time: '2026-04-01T00:00:00Z' }],
      },
    }
    const line = `${JSON.stringify(feature)}${row < rows - 1 ? ',' : ''}\n`
    if (!out.write(line)) await once(out, 'drain')
  }
  out.end(']}\n')
  await once(out, 'finish')
}

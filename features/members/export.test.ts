import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'

const app = await testApp()
const place = await app.restaurant({ name: 'The Anchor' })
const take = (id: number, as: Person | null = null, format = 'csv') =>
  app.get(`/api/users/${id}/export?format=${format}`, { as })
const rowsOf = ({ text }: { text: string }) =>
  parse<Record<string, string>>(text, { columns: true })

async function famous() {
  const member = await app.member()
  const [first, second] = [
    await app.item({
      restaurant: place.id,
      category: 3,
      by: member.id,
      description: 'Juicy, loud',
      createdAt: new Date('2026-01-01'),
    }),
    await app.item({ restaurant: place.id, category: 11, by: member.id, description: '' }),
  ]
  return { member, first, second }
}

test('a member’s favorites are taken along by anyone, with the words that are to be seen and nothing private', async () => {
  const { member, first, second } = await famous()
  const file = await take(member.id)
  expect(file.headers.get('content-disposition')).toBe(
    `attachment; filename="yolo-favorites-${member.id}.csv"`,
  )
  const rows = rowsOf(file)
  expect(rows.map(({ name }) => name)).toEqual([second.name, first.name])
  expect(rows[1]).toMatchObject({
    restaurant: 'The Anchor',
    reason: 'Juicy, loud',
    category: 'Burgers',
  })
  expect(file.text).not.toContain(member.email)
  const { title, features } = (await take(member.id, null, 'geojson')).body
  expect(title).toBe(`${member.name}’s favorites`)
  expect(features).toHaveLength(2)

  await app.database
    .updateTable('yolos')
    .set({ text_down: true })
    .where('id', '=', first.yoloId)
    .execute()
  expect(rowsOf(await take(member.id))[1]!.reason).toBe('')
  await app.database
    .updateTable('items')
    .set({ deleted_at: new Date() })
    .where('id', '=', second.id)
    .execute()
  expect(rowsOf(await take(member.id)).map(({ name }) => name)).toEqual([first.name])
})

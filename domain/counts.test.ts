import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'

const app = await testApp()
const set = (id: number, columns: Record<string, Date | null>) =>
  app.database.updateTable('users').set(columns).where('id', '=', id).execute()
const counts = (id: number) =>
  app.database
    .selectFrom('items')
    .select(['vote_count', 'yolo_count', 'listed'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('F8 what a member did counts from the moment they count until they no longer do', async () => {
  const { id: restaurant } = await app.restaurant()
  const [owner, voter] = [await app.member(), await app.member({ verified: false })]
  const { id } = await app.item({ restaurant, category: 3, by: owner.id })
  expect((await app.post(`/api/items/${id}/upvote`, {}, { as: voter })).body).toMatchObject({
    upvoted: true,
    upvoteCount: 0,
  })
  expect(await counts(id)).toMatchObject({ vote_count: 0, yolo_count: 1, listed: true })

  await set(voter.id, { email_verified_at: new Date() })
  expect(await counts(id)).toMatchObject({ vote_count: 1 })
  await set(voter.id, { suspended_at: new Date() })
  expect(await counts(id)).toMatchObject({ vote_count: 0 })
  await set(voter.id, { suspended_at: null, disabled_at: new Date() })
  expect(await counts(id)).toMatchObject({ vote_count: 0 })
  await set(voter.id, { disabled_at: null })
  expect(await counts(id)).toMatchObject({ vote_count: 1 })

  await set(owner.id, { suspended_at: new Date() })
  expect(await counts(id)).toMatchObject({ yolo_count: 0, listed: false })
  await set(owner.id, { suspended_at: null })
  expect(await counts(id)).toMatchObject({ yolo_count: 1, listed: true })
})

test('F8 votes that come while their members are suspended end up uncounted', async () => {
  const { id: restaurant } = await app.restaurant()
  const owner = await app.member()
  const { id } = await app.item({ restaurant, category: 3, by: owner.id })
  const voters = await Promise.all(Array.from({ length: 12 }, () => app.member()))
  await Promise.all(
    voters.flatMap((voter, nth) => [
      app.post(`/api/items/${id}/upvote`, {}, { as: voter }),
      ...(nth % 2 ? [set(voter.id, { suspended_at: new Date() })] : []),
    ]),
  )
  expect(await counts(id)).toMatchObject({ vote_count: 6 })
})

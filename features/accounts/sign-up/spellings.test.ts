import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { readMigrations } from '#platform/server/database/migrate.ts'
import { testApp } from '#platform/testing/app.ts'

const app = await testApp()

it('places of before are those of the spellings of now; of two that are one the older stays', async () => {
  const places = async () =>
    (
      await app.database
        .selectFrom('mailboxes')
        .select(['mailbox', 'user_id', 'proven_elsewhere', 'left_at'])
        .orderBy('mailbox')
        .execute()
    ).map((row) => ({ ...row, left_at: row.left_at !== null }))
  const [old, young, moved, other] = [
    await app.member(),
    await app.member(),
    await app.member(),
    await app.member(),
  ]
  const day = (n: number) => new Date(Date.UTC(2026, 0, n))
  for (const [n, { id }] of [moved, old, other, young].entries())
    await app.database
      .updateTable('users')
      .set({ email_verified_at: day(n + 1) })
      .where('id', '=', id)
      .execute()
  await app.database.deleteFrom('mailboxes').execute()
  const place = (mailbox: string, user_id: number, more: object = {}) => ({
    mailbox,
    user_id,
    proven_elsewhere: true,
    left_at: null,
    ...more,
  })
  await app.database
    .insertInto('mailboxes')
    .values([
      place('pup-pet@yandex.ru', young.id),
      place('pup.pet@yandex.by', old.id),
      place('base-one@yahoo.com', young.id),
      place('one@kim.fastmail.com', moved.id, { left_at: day(9), proven_elsewhere: false }),
      place('kim@fastmail.com', moved.id),
      place('a.b@example.org', other.id),
    ])
    .execute()
  const { text } = (await readMigrations()).find(({ name }) => name.startsWith('0041'))!
  for (let n = 0; n < 2; n++)
    await app.database.transaction().execute(async (tx) => {
      await sql.raw(text).execute(tx)
    })
  expect(await places()).toEqual([
    { mailbox: 'a.b@example.org', user_id: other.id, proven_elsewhere: true, left_at: false },
    { mailbox: 'base@yahoo.com', user_id: young.id, proven_elsewhere: true, left_at: false },
    { mailbox: 'kim@fastmail.com', user_id: moved.id, proven_elsewhere: false, left_at: false },
    { mailbox: 'pup-pet@yandex.ru', user_id: old.id, proven_elsewhere: true, left_at: false },
  ])
  const { rows } = await sql`select 1 from users where email_verified_at is null`.execute(
    app.database,
  )
  expect(rows).toEqual([])
})

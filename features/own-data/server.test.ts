import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { photoClient } from '#features/photos/photos.testing.ts'
import { StorageUnavailableError } from '#platform/server/storage/storage.ts'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { filesOfArchive, zipStream } from './archive.server.ts'

const app = await testApp()
const { upload, files: storedFiles } = photoClient(app)

/** Unpacks an archive by its central directory, as unzip programs do. */
function unzip(archive: Buffer): Record<string, Buffer> {
  const files: Record<string, Buffer> = {}
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  let at = archive.readUInt32LE(end + 16)
  for (let n = archive.readUInt16LE(end + 10); n > 0; n--) {
    const method = archive.readUInt16LE(at + 10)
    const [packed, size] = [archive.readUInt32LE(at + 20), archive.readUInt32LE(at + 24)]
    const nameLength = archive.readUInt16LE(at + 28)
    const head = archive.readUInt32LE(at + 42)
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const body = head + 30 + archive.readUInt16LE(head + 26) + archive.readUInt16LE(head + 28)
    const bytes = archive.subarray(body, body + packed)
    files[name] = method === 8 ? inflateRawSync(bytes) : bytes
    expect(files[name].length).toBe(size)
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return files
}

async function archiveOf(member: Person) {
  const answer = await fetch(`${app.origin}/api/user/export`, {
    headers: { Authorization: `Bearer ${member.token}` },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/zip')
  const files = unzip(Buffer.from(await answer.arrayBuffer()))
  return { files, csv: (name: string) => files[`${name}.csv`]!.toString(), all: json(files) }
}
const json = (files: Record<string, Buffer>) => JSON.parse(files['my-data.json']!.toString())

test('the archive holds one’s data, in JSON and CSV, and no secret; S25 no cell is a formula', async () => {
  const member = await app.member()
  const other = await app.member()
  const { id: restaurant } = await app.restaurant({ name: '=HYPERLINK("evil")' })
  await app.item({
    restaurant,
    category: 3,
    by: member.id,
    name: 'Burger, "big"',
    description: '+1 great',
  })
  const liked = await app.item({ restaurant, category: 2, by: other.id, name: 'Pie' })
  await app.post(`/api/items/${liked.id}/upvote`, {}, { as: member })
  await app.post('/api/follow/follow-user', { userId: member.id }, { as: other })
  await app.put('/api/notification-settings', { emailConsent: true }, { as: member })
  const { all, csv } = await archiveOf(member)
  expect(all.account[0]).toMatchObject({ id: member.id, email: member.email, picture: null })
  expect(all.account[0].email_consent_at).toMatch(/^\d{4}-/)
  expect(all.yolos[0]).toMatchObject({ item: 'Burger, "big"', category: 'Burgers', picture: null })
  expect(all.upvotes[0]).toMatchObject({ item: 'Pie' })
  expect(all.followers).toMatchObject([{ id: other.id, user_name: other.name }])
  expect(csv('yolos')).toContain(`"'=HYPERLINK(""evil"")"`)
  expect(csv('yolos')).toContain("'+1 great")
  expect(csv('yolos')).toContain('"Burger, ""big"""')
  expect(JSON.stringify(all)).not.toMatch(/argon2|token_hash|password_hash/)
  expect(JSON.stringify(all)).not.toContain(other.email)
})

test('S12 members who are not shown are not named in another’s archive', async () => {
  const [member, other] = [await app.member(), await app.member()]
  await app.post('/api/follow/follow-user', { userId: member.id }, { as: other })
  await app.post('/api/follow/follow-user', { userId: other.id }, { as: member })
  const named = async () => JSON.stringify((await archiveOf(member)).all).includes(other.name)
  expect(await named()).toBe(true)
  await app.database
    .updateTable('users')
    .set({ disabled_at: new Date() })
    .where('id', '=', other.id)
    .execute()
  expect(await named()).toBe(false)
})

test('one’s photos and one’s own picture are in the archive, and the tables say where', async () => {
  const member = await app.member()
  const { id: restaurant } = await app.restaurant()
  const dish = () => app.item({ restaurant, category: 3, by: member.id })
  const [first, second] = [await dish(), await dish()]
  await upload(first.yoloId, await makePhoto({ width: 1600, height: 1200 }), member)
  const lost = await upload(second.yoloId, await makePhoto(), member)
  const form = new FormData()
  form.set('file', new Blob([await makePhoto({ width: 400, height: 500 })]), 'me.jpg')
  await app.request('POST', '/api/user/avatar/upload', { as: member, body: form })
  for (const path of await storedFiles(lost.body.image)) await rm(path)

  const { files, all, csv } = await archiveOf(member)
  const [one, two] = [`photos/${first.yoloId}.jpg`, `photos/${second.yoloId}.jpg`]
  const photo = await sharp(files[one]).metadata()
  expect([photo.format, photo.width, photo.height]).toEqual(['jpeg', 1280, 960])
  const me = await sharp(files['me.jpg']).metadata()
  expect([me.format, me.width, me.height]).toEqual(['jpeg', 320, 320])
  expect(all.account[0].picture).toBe('me.jpg')
  expect(all.yolos.map(({ picture }: { picture: string }) => picture)).toEqual([one, two])
  expect(csv('yolos')).toContain(one)
  expect(files[two]).toBeUndefined()
  expect(all['missing-files']).toEqual([{ file: two }])
  expect(csv('missing-files')).toContain(two)
})

test('what a merging set aside is in the archive: the words of both favorites, and the older photo', async () => {
  const member = await app.member()
  const admin = await app.member({ id: 7 })
  const { id: restaurant } = await app.restaurant()
  const dish = (description: string, day: string) =>
    app.item({
      restaurant,
      category: 3,
      by: member.id,
      description,
      createdAt: new Date(`2026-01-${day}`),
    })
  const older = await dish('a'.repeat(200), '01')
  const newer = await dish('b'.repeat(200), '02')
  for (const { yoloId } of [older, newer]) await upload(yoloId, await makePhoto(), member)
  await app.post(`/api/items/${older.id}/merge`, { into: newer.id }, { as: admin })

  const { files, all } = await archiveOf(member)
  const aside = all.merged.find(({ moved }: { moved: boolean }) => !moved)
  expect(aside).toMatchObject({
    kind: 'yolo',
    item: newer.name,
    older_description: 'a'.repeat(200),
    newer_description: 'b'.repeat(200),
  })
  expect((await sharp(files[aside.picture]).metadata()).format).toBe('jpeg')
  expect(all['missing-files']).toEqual([])
})

test('S31 pictures and tables are read when their turn comes, however many there are', async () => {
  let read = 0
  const storage = {
    write: async () => {},
    remove: async () => {},
    read: async () => Buffer.alloc(1000, ++read),
  }
  const pictures = Array.from({ length: 500 }, (_, n) => ({ file: `photos/${n}.jpg`, kept: 'x' }))
  const size = 1_000_000
  let tables = 0
  const names = Array.from({ length: 20 }, (_, n) => `table-${n}`)
  const table = async () => {
    tables++
    const row = () => ({ picture: randomBytes(1000).toString('latin1') })
    return { rows: Array.from({ length: size / 1000 }, row), pictures: [] }
  }
  const files = filesOfArchive({ names, read: table }, pictures, storage, app.services.log)
  const parts: Buffer[] = []
  let taken = 0
  for await (const part of zipStream(files, new Date())) {
    parts.push(part)
    taken += part.length
    expect(read).toBeLessThanOrEqual(Math.ceil(taken / 1000))
    expect(tables).toBeLessThanOrEqual(Math.floor(taken / size) + 2)
  }
  expect(tables).toBe(40)
  expect(Object.keys(unzip(Buffer.concat(parts)))).toHaveLength(522)
})

test('S31 an archive whose table can’t be read ends with an error', async () => {
  const tables = {
    names: ['a', 'b'],
    read: async (name: string) => {
      if (name === 'b') throw new Error('the database is away')
      return { rows: [], pictures: [] }
    },
  }
  const files = filesOfArchive(tables, [], { read: async () => Buffer.alloc(0) }, app.services.log)
  await expect(buffer(Readable.from(zipStream(files, new Date())))).rejects.toThrow(
    'the database is away',
  )
})

test('F17 an archive ends with an error if the store of photos goes away meanwhile', async () => {
  const tables = { names: [], read: async () => ({ rows: [], pictures: [] }) }
  const pictures = [1, 2].map((n) => ({ file: `photos/${n}.jpg`, kept: `${n}` }))
  const read = async (name: string) => {
    if (name === '2') throw new StorageUnavailableError('403 AccessDenied')
    return Buffer.alloc(1000)
  }
  const files = filesOfArchive(tables, pictures, { read }, app.services.log)
  await expect(buffer(Readable.from(zipStream(files, new Date())))).rejects.toThrow('is away')
})

test('a picture that a table names only after the pictures were read is told as missing', async () => {
  const late = { file: 'photos/1.jpg', kept: 'x' }
  const tables = {
    names: ['yolos'],
    read: async () => ({ rows: [{ picture: late.file }], pictures: [late] }),
  }
  const files = filesOfArchive(tables, [], { read: async () => Buffer.alloc(0) }, app.services.log)
  const archive = unzip(await buffer(Readable.from(zipStream(files, new Date()))))
  expect(json(archive)['missing-files']).toEqual([{ file: late.file }])
})

test('every table that names members is in the archive', async () => {
  const { rows } = await sql<{ table: string }>`
    select distinct table_name as "table" from information_schema.columns
     where table_schema = 'public'
       and (column_name in ('actor_id', 'through_id', 'added_by') or column_name ~ '(^|_)(user|follower|followee|blocker|blocked|member|reporter|author|referrer)_id$')
    union
    select conrelid::regclass::text from pg_constraint
     where contype = 'f' and confrelid = 'users'::regclass`.execute(app.database)
  const told = [
    'abuse_reports',
    'audit',
    'avatars',
    'blocks',
    'contest_confirmations',
    'contest_draws',
    'contest_entries',
    'email_changes',
    'follows',
    'holds',
    'identities',
    'item_reports',
    'mail_tokens',
    'mailboxes',
    'member_acts',
    'member_writes',
    'merge_parts',
    // Exported as actions of the audit.
    'merges',
    'network_evidence',
    'push_subscriptions',
    // Exported as actions of the audit and as content that was taken down.
    'report_decisions',
    'restaurant_corrections',
    'restaurant_reports',
    'restaurants',
    'sessions',
    'shares',
    'suspect_members',
    'takedowns',
    'unlinked_identities',
    'users',
    // Contains only hashes of the member's votes, which are exported.
    'vote_bands',
    'votes',
    // A view of votes.
    'votes_of_week',
    'weekly_mail_consents',
    'weekly_mails',
    'withdrawn_votes',
    'yolos',
  ]
  expect(rows.map(({ table }) => table).sort()).toEqual(told)
})

/** What a table of the archive leaves out of its rows, and why. */
const leftOut: Record<string, { of: string; because: Record<string, string> }> = {
  account: {
    of: 'users',
    because: {
      credential_version: 'counts changes of secrets',
      email_key: 'made of the address',
      hidden: 'follows from being disabled or taken down',
      password_hash: 'a secret',
      pending_email: 'stands in open-mail-links',
      suspended_at: 'stands in taken-down',
      user_name_caps_key: 'made of the name',
      user_name_key: 'made of the name',
      user_name_keyed_by: 'how the name’s keys were made',
    },
  },
  yolos: {
    of: 'yolos',
    because: {
      category_id: 'told by name, as category',
      cell5: 'follows from where the restaurant is',
      counted: 'follows from holds',
      item_id: 'told by name, as item',
      photo_down: 'stands in taken-down',
      slot: 'which of the three places it is in, shown nowhere',
      text_down: 'stands in taken-down',
      user_id: 'one’s own',
    },
  },
}
test('every column of a member and their favourites is in the archive, or left out for a reason', async () => {
  const member = await app.member()
  const { id: restaurant } = await app.restaurant()
  const dish = () => app.item({ restaurant, category: 3, by: member.id })
  await dish()
  await app.delete(`/api/yolos/delete/${(await dish()).yoloId}`, {}, { as: member })
  const { all } = await archiveOf(member)
  for (const [name, { of, because }] of Object.entries(leftOut)) {
    const { rows } = await sql<{ column: string }>`
      select column_name as "column" from information_schema.columns
       where table_schema = 'public' and table_name = ${of}`.execute(app.database)
    const untold = rows.map(({ column }) => column).filter((column) => !(column in all[name][0]))
    expect(untold.sort()).toEqual(Object.keys(because).sort())
  }
})

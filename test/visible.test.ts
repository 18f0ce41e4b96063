import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectFiles } from '../bootstrap/files.mjs'
import { photoClient } from '#features/photos/photos.testing.ts'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { makePhoto } from '#platform/testing/photos.ts'

const app = await testApp()
const { upload, image, yolo } = photoClient(app)
const admin = await app.member({ id: 7 })

async function famous() {
  const [owner, fan] = [
    await app.member({ userName: `Famous ${crypto.randomUUID().slice(0, 8)}` }),
    await app.member(),
  ]
  const { id, itemId } = await yolo(owner)
  const { image: name } = (await upload(id, await makePhoto(), owner)).body
  const form = new FormData()
  form.set('file', new Blob([await makePhoto()]), 'me.jpg')
  const avatar = await app.request('POST', '/api/user/avatar/upload', { as: owner, body: form })
  expect(avatar.status).toBe(200)
  await app.post('/api/follow/follow-user', { userId: owner.id }, { as: fan })
  await app.post('/api/follow/follow-user', { userId: fan.id }, { as: owner })
  return { owner, fan, id, itemId, name, avatar: avatar.body.avatar as string }
}

type Famous = Awaited<ReturnType<typeof famous>>

/** Returns the places in which others can see a member, their picture, their name or their photo. */
async function whereSeen({ owner, fan, id, name, avatar }: Famous): Promise<string[]> {
  const status = async (path: string) => (await app.get(path)).status === 200
  const tells = async (path: string, as: Person | null, ...needles: string[]) => {
    const { text } = await app.get(path, { as })
    return needles.some((needle) => text.includes(needle))
  }
  const photo = name.replace('.jpg', '')
  const seen: Record<string, boolean> = {
    'photo by name': (await image(name)).status === 200,
    'small photo by name': (await image(`${photo}-320.webp`)).status === 200,
    'photo by number': await status(`/api/getImage?yoloId=${id}`),
    picture: await status(`/api/avatars/${owner.id}`),
    'picture by version': await status(`/api/avatars/${owner.id}?v=${avatar}&size=320`),
    page: await status(`/api/users/${owner.id}`),
    'shared picture': (await fetch(`${app.origin}/og/member/${owner.id}.png`)).status === 200,
    followings: await tells('/api/follow/my-followings', fan, owner.name),
    followers: await tells('/api/follow/my-followers', fan, owner.name),
    feed: await tells('/api/feed', fan, owner.name, photo),
    search: await tells(`/api/search?q=${encodeURIComponent(owner.name)}`, fan, owner.name, photo),
    notices: await tells('/api/notifications', fan, owner.name, photo),
    list: await tells('/api/yolos?category=3', null, owner.name, photo),
  }
  return Object.entries(seen)
    .filter(([, is]) => is)
    .map(([where]) => where)
}

const everywhere = [
  'photo by name',
  'small photo by name',
  'photo by number',
  'picture',
  'picture by version',
  'page',
  'shared picture',
  'followings',
  'followers',
  'feed',
  'search',
  'notices',
]

const ways: [string, (it: Famous) => Promise<void>][] = [
  [
    'is disabled',
    async ({ owner }) => {
      await app.database
        .updateTable('users')
        .set({ disabled_at: new Date() })
        .where('id', '=', owner.id)
        .execute()
    },
  ],
  [
    'is leaving',
    async ({ owner }) => {
      const at = new Date()
      await app.database
        .updateTable('users')
        .set({ disabled_at: at, delete_at: at })
        .where('id', '=', owner.id)
        .execute()
    },
  ],
  [
    'was taken down',
    async ({ owner }) => {
      await app.post('/api/takedowns', { kind: 'member', id: owner.id, word: 'No.' }, { as: admin })
    },
  ],
  [
    'is gone',
    async ({ owner }) => {
      await app.database.deleteFrom('users').where('id', '=', owner.id).execute()
    },
  ],
]
test.each(ways)(
  'S12 a member who %s is seen nowhere, by no name and no number',
  async (_, leave) => {
    const it = await famous()
    // A list shows only three yolos of a dish, so this member's may be missing there.
    const before = (await whereSeen(it)).filter((where) => where !== 'list')
    expect(before).toEqual(everywhere)
    await leave(it)
    await expect.poll(() => whereSeen(it)).toEqual([])
  },
)

test('a photo that was deleted, replaced or put aside is seen at no address, though it may come back', async () => {
  const it = await famous()
  await app.delete(`/api/yolos/delete/${it.id}`, {}, { as: it.owner })
  await expect.poll(async () => (await image(it.name)).status).toBe(404)
  await app.post(`/api/yolos/${it.id}/restore`, {}, { as: it.owner })
  await expect.poll(async () => (await image(it.name)).status).toBe(200)
})

const files = projectFiles()
  .filter((file) => /^(app|domain|features|platform)\/.*\.ts$/.test(file))
  .filter((file) => !/\.(test|long|testing)\.ts$|^platform\/testing\/|schema\.ts$/.test(file))

test('who is seen is decided in one place: no other file asks for what hides a member', () => {
  // These files set, lift or check what hides a member, or show it to the member, to an admin or to someone who follows
  // a drawing.
  const own =
    /^domain\/visible\.ts$|^features\/(accounts|demo)\/|^features\/abuse\/checks\.ts$|^features\/members\/admin\/(search|story)\.server\.ts$|^features\/contests\/rows\.server\.ts$|^platform\/server\/auth\/sessions\.ts$/
  const asking = files
    .filter((file) => !own.test(file))
    .filter((file) =>
      /\b(u|h|m|users|members?)\.(hidden|disabled_at|taken_down_at|delete_at)\b/.test(
        readFileSync(file, 'utf8'),
      ),
    )
  expect(asking).toEqual([])
  // Whether a photo was taken down is checked through `photoHiddenFrom`. Only merging copies the column.
  const photos = files
    .filter((file) => /\bphoto_down\b/.test(readFileSync(file, 'utf8')))
    .filter((file) => !own.test(file))
  expect(photos).toEqual(['features/merging/favourites.server.ts'])
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { features } from '#app/features.ts'
import { photoClient } from '#features/photos/photos.testing.ts'
import { collectFeatureRules } from '#platform/server/feature.ts'
import type { Services } from '#platform/server/services.ts'
import type { TestApp } from '#platform/testing/app.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { siteCommands } from './server.ts'
import { onFileEnd } from '#platform/testing/afterwards.ts'

const commands = siteCommands(collectFeatureRules(features))

/** Runs an operator's command in this process. Returns its exit code and its output. */
export async function run(services: Services, name: string, ...args: string[]) {
  const said: string[] = []
  const hear = (text: string) => void said.push(text)
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(hear),
    vi.spyOn(console, 'error').mockImplementation(hear),
  ]
  try {
    const code = await commands.find((one) => one.name === name)!.run(args, services)
    return { code, said: said.join('\n') }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

/** Returns a function that returns paths of folders for backups. They are deleted after the test file. */
export async function backupFolders() {
  const root = await mkdtemp(join(tmpdir(), 'yolo-backup-'))
  onFileEnd(() => rm(root, { recursive: true, force: true }))
  let count = 0
  return (name = `backup-${++count}`) => join(root, name)
}

/** Creates members with favorites, votes, follows, photos, an avatar, and a deletion that can still be undone. */
export async function makeLiveSite(app: TestApp) {
  const photos = photoClient(app)
  const members = await Promise.all(Array.from({ length: 6 }, () => app.member()))
  const [ann, ben] = members as [(typeof members)[0], (typeof members)[0]]
  const restaurants = await Promise.all([1, 2, 3].map(() => app.restaurant()))
  const items: number[] = []
  for (const [at, by] of members.entries()) {
    const name = `Tab\tline\nback\\slash \\N é 🍔 ${at}`
    const restaurant = restaurants[at % 3]!.id
    const { id, yoloId } = await app.item({
      restaurant,
      category: 3,
      by: by.id,
      name,
      tags: [35, 36],
    })
    items.push(id)
    if (at < 3) await photos.upload(yoloId, await makePhoto({ colour: `#c040${at}0` }), by)
  }
  for (const [at, as] of members.entries())
    await app.post(`/api/items/${items[(at + 1) % items.length]}/upvote`, {}, { as })
  await app.post('/api/follow/follow-user', { userId: ben.id }, { as: ann })
  const form = new FormData()
  form.set('file', new Blob([await makePhoto()]), 'me.jpg')
  await app.request('POST', '/api/user/avatar/upload', { as: ann, body: form })
  const gone = await app.item({ restaurant: restaurants[0]!.id, category: 4, by: ben.id })
  await photos.upload(gone.yoloId, await makePhoto({ colour: '#20c040' }), ben)
  await app.request('DELETE', `/api/yolos/delete/${gone.yoloId}`, { as: ben })
  return { members, restaurants, items }
}

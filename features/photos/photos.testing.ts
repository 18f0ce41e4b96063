import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { makePhoto } from '#platform/testing/photos.ts'
import type { TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { untilTaken } from '#platform/testing/until.ts'
import { queues } from './server.ts'

/** Sends requests about photos to a test server. */
export function photoClient(app: TestApp) {
  return {
    upload(yoloId: number, bytes: Uint8Array<ArrayBuffer>, as: Person | null, field = 'file') {
      const form = new FormData()
      form.set(field, new Blob([bytes], { type: 'image/jpeg' }), 'photo.jpg')
      return app.request('POST', `/api/yolo-image/${yoloId}/image/upload`, { as, body: form })
    },
    /** Adds a photo to a yolo and returns the photo's name. Retries while the server is too busy for it. */
    async add(yoloId: number, owner: Person): Promise<string> {
      const photo = await makePhoto()
      const answer = await untilTaken(() => this.upload(yoloId, photo, owner))
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return answer.body.image
    },
    async image(name: string) {
      const answer = await fetch(`${app.origin}/api/yolo-image/${name}`)
      const bytes = Buffer.from(await answer.arrayBuffer())
      return { status: answer.status, headers: answer.headers, bytes }
    },
    /** Returns the paths of a photo's files on disk, including incomplete ones. */
    async files(image = '') {
      const root = join(app.services.settings.stateDir, 'photos')
      const found = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
      return found
        .filter((file) => file.isFile() && file.name.startsWith(image.replace('.jpg', '')))
        .map(({ parentPath, name }) => join(parentPath, name))
    },
    sweep: () => queues(app.services)[0]!.run({}),
    async yolo(by: Person) {
      const place = await app.restaurant()
      await app.database.deleteFrom('yolos').where('user_id', '=', by.id).execute()
      const { id, yoloId } = await app.item({ restaurant: place.id, category: 3, by: by.id })
      return { id: yoloId, itemId: id }
    },
  }
}

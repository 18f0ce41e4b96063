import { expect, vi } from 'vitest'
import sharp from 'sharp'
import type { TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { keepWrite, sendOrKeep } from '#platform/web/queue/send-or-keep.ts'
import { entriesOf } from '#platform/web/queue/entries.ts'
import { createQueueSender } from '#platform/web/queue/rounds.ts'
import { sendEntry } from '#platform/web/queue/sender.ts'
import { waitingEntriesOfMember } from '#platform/web/queue/waiting-lines.ts'
import { session } from '#platform/web/session/session.ts'
import { doneIfSaved } from '#features/yolos/waits.ts'
import { device, type Cut } from './device.testing.ts'

/** What the member wants to be there in the end. */
type Wanted = {
  saved: Map<string, { photo: boolean }>
  switches: Map<string, boolean>
  texts: Map<number, string>
}
type World = {
  app: TestApp
  member: Person
  place: { id: number; placeId: string }
  dishes: { id: number; name: string }[]
  others: Person[]
  own: { yoloId: number; name: string }[]
  jpeg: Blob
}
type Random = { below(limit: number): number; of<T>(list: readonly T[]): T }

const cuts: readonly (Cut | null)[] = ['before', 'middle', 'during', 'after', 'dead', null, null]

function randomOf(seed: number): Random {
  let state = seed * 48_271 + 11
  const below = (limit: number) => {
    state = (state * 48_271) % 2_147_483_647
    return Math.floor((state / 2_147_483_647) * limit)
  }
  return { below, of: (list) => list[below(list.length)]! }
}

/**
 * Plays members who add things while the network is cut at random and the browser is restarted, in one tab or two, with
 * Web Locks or without, until the network was cut `total` times. Then checks on the server that each add is there
 * exactly once, or is a question.
 */
export async function playCuts(app: TestApp, total: number, seed: number): Promise<void> {
  let done = 0
  for (let round = 0; done < total; round++) {
    const world = await openWorld(app)
    done += await playMember(world, Math.min(40, total - done), randomOf(seed + round), seed)
  }
}

async function openWorld(app: TestApp): Promise<World> {
  const [member, other, third] = await Promise.all([app.member(), app.member(), app.member()])
  const place = await app.restaurant()
  const dishOf = (by: Person) => app.item({ restaurant: place.id, category: 3, by: by.id })
  const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: 'tomato' } })
  return {
    app,
    member,
    place,
    dishes: [await dishOf(other), await dishOf(third)],
    others: [other, third],
    own: [await dishOf(member)],
    jpeg: new Blob([new Uint8Array(await picture.jpeg().toBuffer())], { type: 'image/jpeg' }),
  }
}

async function playMember(world: World, rounds: number, random: Random, seed: number) {
  const { network, logIn, isDead, restart, settled } = device(world.app)
  logIn(world.member)
  const wanted: Wanted = { saved: new Map(), switches: new Map(), texts: new Map() }
  const tabs = [createQueueSender(sendEntry), createQueueSender(sendEntry)]
  const { locks } = navigator
  let cut = 0
  for (let step = 0; cut < rounds; step++) {
    network.cut = () => {
      // The form is gone with a browser that ends before the write is kept, which isn't what this is about.
      const next = random.of(cuts.filter((one) => one !== 'dead'))
      if (next) cut += 1
      return next
    }
    await addSomething(world, wanted, random, step)
    network.cut = () => {
      const next = random.of(cuts)
      if (next) cut += 1
      return next
    }
    vi.stubGlobal('navigator', random.below(2) ? { locks } : {})
    const sending = tabs.slice(0, 1 + random.below(2)).map((tab) => tab())
    const ended = await Promise.allSettled(sending)
    const failed = ended.filter(({ status }) => status === 'rejected')
    if (!isDead()) expect(failed, `seed ${seed}`).toEqual([])
    restart()
  }
  network.cut = () => null
  await settled()
  await untilNothingWaits(world)
  await expectAllThere(world, wanted, `with seed ${seed}`)
  return cut
}

async function untilNothingWaits({ member }: World) {
  const sendWaiting = createQueueSender(sendEntry)
  await expect
    .poll(async () => {
      await sendWaiting()
      return waitingEntriesOfMember(member.id).filter(({ state }) => state === 'waiting')
    })
    .toEqual([])
}

async function addSomething(world: World, wanted: Wanted, random: Random, step: number) {
  const { dishes, others, place, own, jpeg } = world
  const flip = (about: string) => {
    const on = !wanted.switches.get(about)
    wanted.switches.set(about, on)
    return { on, waits: { about, words: about, on, repeatable: true } }
  }
  switch (random.below(5)) {
    case 0: {
      const { id } = random.of(dishes)
      const { on, waits } = flip(`vote ${id}`)
      await sendOrKeep(
        on ? 'POST /items/:id/upvote' : 'POST /items/:id/removeUpvote',
        { id },
        waits,
      )
      break
    }
    case 1: {
      const { id: userId } = random.of(others)
      const { on, waits } = flip(`follow ${userId}`)
      const route = on ? 'POST /follow/follow-user' : 'DELETE /follow/un-follow-user'
      await sendOrKeep(route, { userId }, waits)
      break
    }
    case 2: {
      const { on, waits } = flip(`closed ${place.id}`)
      const route = on ? 'POST /restaurants/:id/closed' : 'DELETE /restaurants/:id/closed'
      await sendOrKeep(route, { id: place.id }, waits)
      break
    }
    case 3: {
      const { yoloId: id } = random.of(own)
      const description = `Text of step ${step}`
      wanted.texts.set(id, description)
      await sendOrKeep('PUT /yolos', { id, description }, { about: `text ${id}`, words: 'Text' })
      break
    }
    default: {
      const itemName = `Dish ${world.member.id} ${step}`
      const photo = random.below(2) === 1
      wanted.saved.set(itemName, { photo })
      const categoryId = 1 + random.below(14)
      const { answer, kept } = await sendOrKeep(
        'POST /yolos',
        { placeId: place.placeId, categoryId, itemName },
        {
          about: `favorite ${itemName}`,
          words: itemName,
          doneIf: doneIfSaved,
        },
      ).catch((error: { code?: string }) => {
        // Refused at once, so the form says so.
        if (error.code === 'quota_filled') wanted.saved.delete(itemName)
        return { answer: undefined, kept: undefined }
      })
      if (!photo || (!answer && kept === undefined)) break
      await keepWrite(
        {
          route: 'POST /yolo-image/:yoloId/image/upload',
          input: answer ? { yoloId: answer.id } : {},
          body: { form: { cut: JSON.stringify(wholePicture), file: jpeg } },
          about: `photo ${itemName}`,
          words: 'Photo',
          ...(kept === undefined ? {} : { after: { entry: kept, field: 'yoloId', kind: 'photo' } }),
        },
        session().id,
      )
    }
  }
}

const wholePicture = { x: 0, y: 0, width: 1, height: 1, degrees: 0 }

async function expectAllThere(
  { app, member, dishes, others, place }: World,
  { saved, switches, texts }: Wanted,
  why: string,
) {
  const { body: page } = await app.get('/api/my-page', { as: member })
  type Own = { id: number; userId: number; image: string | null; description: string }
  const there = (page.items as { itemName: string; yolos: Own[] }[]).map(({ itemName, yolos }) => ({
    itemName,
    yolo: yolos.find(({ userId }) => userId === member.id)!,
  }))
  const entries = await entriesOf(member.id)
  const asked = entries.filter(({ state }) => state === 'question')
  for (const [name, { photo }] of saved) {
    const found = there.filter(({ itemName }) => itemName === name)
    const questions = asked.filter(({ about }) => about === `favorite ${name}`)
    expect(found.length + questions.length, `${name} ${why}`).toBe(1)
    if (found[0]) expect(found[0].yolo.image !== null, `the photo of ${name} ${why}`).toBe(photo)
    else expect(questions[0]!.refused?.code, why).toBe('quota_filled')
  }
  for (const [id, text] of texts)
    expect(there.find(({ yolo }) => yolo.id === id)?.yolo.description, why).toBe(text)

  const { body: marks } = await app.get(
    `/api/marks?items=${dishes.map(({ id }) => id).join(',')}`,
    {
      as: member,
    },
  )
  for (const { id } of dishes) {
    const voted = switches.get(`vote ${id}`) ?? false
    const mark = (marks as { id: number; upvoted: boolean }[]).find((one) => one.id === id)
    expect(mark?.upvoted, `vote ${why}`).toBe(voted)
    const { body: card } = await app.get(`/api/items/${id}`)
    expect(card.upvoteCount, `upvotes ${why}`).toBe(voted ? 1 : 0)
  }
  for (const { id } of others) {
    const { body } = await app.get(`/api/users/${id}`, { as: member })
    expect(body.youFollowed, `follow ${why}`).toBe(switches.get(`follow ${id}`) ?? false)
  }
  const { body } = await app.get(`/api/restaurants/${place.id}`, { as: member })
  expect(body.restaurant.restaurantClosed, why).toBe(switches.get(`closed ${place.id}`) ?? false)
}

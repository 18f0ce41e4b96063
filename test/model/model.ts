import { sql } from 'kysely'
import { expect } from 'vitest'
import { deleteAccount } from '#features/accounts/profile/contract.ts'
import { nightlyQueue } from '#features/accounts/nightly.server.ts'
import { tagsOf } from '#domain/vocabulary/tags.data.ts'
import { upvoteYolo, whyThisRank } from '#features/items/votes/contract.ts'
import * as votes from '#features/items/votes/contract.ts'
import * as holds from '#features/holds/contract.ts'
import * as items from '#features/items/contract.ts'
import * as reports from '#features/items/reports/contract.ts'
import { mergeItems } from '#features/merging/contract.ts'
import { listYolos } from '#features/listings/contract.ts'
import * as photos from '#features/photos/contract.ts'
import { photoClient } from '#features/photos/photos.testing.ts'
import { reportClosed, showRestaurant } from '#features/restaurants/contract.ts'
import { addMoreTags, addYolo } from '#features/yolos/contract.ts'
import * as edits from '#features/yolos/contract.ts'
import { membersWithWrongVotes, setVotesRight } from '#domain/votes-that-count.ts'
import { transact } from '#platform/server/database.ts'
import type { AnyCall } from '#platform/contract/call.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Answer } from '#platform/testing/client.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'
import { drawnPhoto } from '#platform/testing/photos.ts'
import { settled } from '#platform/testing/settled.ts'

const clients = 50
const categories = [2, 3] as const
const names = ['Same', 'SAME ', 'Other', 'Third', 'Fourth']

type Random = { pick<T>(list: readonly T[]): T; chance(part: number): boolean }

/** mulberry32: the same actions in the same order for the same seed, however they then interleave. */
function generator(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    pick: (list) => list[Math.floor(next() * list.length)]!,
    chance: (part) => next() < part,
  }
}

type World = {
  /** Two processes on one database. */
  apps: [TestApp, TestApp]
  photo: Buffer<ArrayBuffer>
  places: Array<{ id: number; placeId: string }>
  /** Two who save and edit around one item, each from many clients. */
  pair: Person[]
  /** Whom an admin holds and releases. */
  voters: number[]
  admin: Person
  special: Person
  /** Ids that were answered lately, gone ones among them. */
  yolos: Map<number, number[]>
  items: number[]
  /** Where an item stood when it was saved: restaurant and category. */
  menu: Map<number, string>
  /** What the answers promise: how many yolos each has, and how many rows the audit. */
  standing: Map<number, number>
  audited: number
  told: Map<string, number>
  tried: Set<string>
  succeeded: Set<string>
  unexpected: string[]
}

type Action = { call: AnyCall; input: Record<string, unknown>; owner?: number; more?: string[] }
type Acting = { world: World; as: Person; at: TestApp; random: Random }

/** What each kind of client may do, and what it changes in the model once acknowledged. */
const actions: Record<string, (acting: Acting) => Action | null> = {
  save: ({ world, random }) => {
    const categoryId = random.pick(categories)
    const input = {
      placeId: random.pick(world.places).placeId,
      categoryId,
      itemName: random.pick(names),
      tags: random.chance(0.5) ? [random.pick(tagsOf(categoryId)).id] : [],
    }
    return { call: addYolo, input }
  },
  'save what is there': ({ world, random }) => ({
    call: addYolo,
    input: { itemId: random.pick(world.items), categoryId: random.pick(categories) },
    more: ['bad_input'],
  }),
  edit: (acting) => onYolo(acting, edits.editYolo, 'id', { description: 'Crisp edges.' }),
  rename: (acting) =>
    onYolo(acting, edits.renameYolo, 'yoloId', { new_name: acting.random.pick(names) }),
  move: (acting) =>
    onYolo(acting, edits.moveYolo, 'yoloId', { categoryId: acting.random.pick(categories) }),
  delete: (acting) => onYolo(acting, edits.deleteYolo, 'yoloId'),
  restore: (acting) => {
    const did = onYolo(acting, edits.restoreYolo, 'yoloId')
    // Only an admin can restore what an admin deleted.
    return did && { ...did, more: ['not_yours'] }
  },
  swap: (acting) => {
    const { world, random } = acting
    const wanted = { categoryId: random.pick(categories), itemName: random.pick(names) }
    const placeId = random.pick(world.places).placeId
    const own = { ...acting, world: { ...world, pair: [] } }
    return onYolo(own, edits.swapYolo, 'outId', { ...wanted, placeId })
  },
  tag: (acting) => {
    const tags = [{ tagId: acting.random.pick(tagsOf(acting.random.pick(categories))).id }]
    const did = onYolo(acting, addMoreTags, 'yoloId', { tags })
    return did && { ...did, more: ['bad_input'] }
  },
  'give a photo': (acting) => onYolo(acting, photos.uploadPhoto, 'yoloId'),
  'take the photo away': (acting) => onYolo(acting, photos.removePhoto, 'yoloId'),
  upvote: (acting) => onItem(acting, votes.upvote),
  'remove upvote': (acting) => onItem(acting, votes.removeUpvote),
  report: (acting) => onItem(acting, reports.reportExpired),
  confirm: (acting) => onItem(acting, reports.confirmOnMenu),
  'report closed': ({ world }) => ({ call: reportClosed, input: { id: world.places[1]!.id } }),
  merge: ({ world, random }) => {
    const known = world.items.filter((item) => world.menu.has(item))
    const id = random.pick(known)
    const beside = known.filter(
      (item) => item !== id && world.menu.get(item) === world.menu.get(id),
    )
    return beside.length === 0
      ? null
      : { call: mergeItems, input: { id, into: random.pick(beside) } }
  },
  list: ({ random }) => ({ call: listYolos, input: { category: random.pick(categories) } }),
  why: (acting) => onItem(acting, whyThisRank),
  hold: ({ world, random }) => ({
    call: holds.holdMember,
    input: { userId: random.pick(world.voters), reason: 'Votes in a row.' },
  }),
  release: ({ world, random }) => ({
    call: holds.releaseMember,
    input: { userId: random.pick(world.voters) },
  }),
  adjust: ({ world, random }) => ({
    call: upvoteYolo,
    input: { itemId: random.pick(world.items), newCount: random.pick([0, 1, 5]) },
  }),
}

const common =
  'save,save,save,save what is there,edit,rename,rename,move,move,delete,restore,swap,swap,tag'
const rare = 'give a photo,take the photo away,report closed,list,why'
const ways = {
  pair: `${common},${common},upvote,remove upvote,report,confirm,${rare}`.split(','),
  others:
    `${common},upvote,upvote,upvote,remove upvote,remove upvote,report,report,report,confirm,${rare}`.split(
      ',',
    ),
  admin:
    'edit,rename,move,delete,restore,tag,give a photo,take the photo away,adjust,merge,merge,hold,release'.split(
      ',',
    ),
  special: `${common},adjust,adjust`.split(','),
}

/** On one's own yolo; an admin's on one of the two's. */
function onYolo(
  { world, as, random }: Acting,
  call: AnyCall,
  named: string,
  input: Record<string, unknown> = {},
): Action | null {
  const owner = as === world.admin && world.pair.length > 0 ? random.pick(world.pair).id : as.id
  const known = world.yolos.get(owner) ?? []
  return known.length === 0
    ? null
    : { call, owner, input: { ...input, [named]: random.pick(known) } }
}

const onItem = ({ world, random }: Acting, call: AnyCall): Action => ({
  call,
  input: { id: random.pick(world.items) },
})

async function send({ at, as, world }: Acting, { call, input }: Action): Promise<Answer> {
  const [method, pattern] = call.route.split(' ') as [string, string]
  const rest = { ...input }
  const path = `/api${pattern.replace(/:(\w+)/g, (_, key: string) => {
    const value = String(rest[key])
    delete rest[key]
    return value
  })}`
  if (call.consumes) return photoClient(at).upload(Number(input.yoloId), world.photo, as)
  if (method === 'GET')
    return at.get(`${path}?${new URLSearchParams(rest as Record<string, string>)}`, { as })
  return at.request(method, path, {
    as,
    body: JSON.stringify(call.bodyList ? rest[call.bodyList] : rest),
    headers: { 'Content-Type': 'application/json' },
  })
}

async function act(acting: Acting, name: string): Promise<void> {
  const { world, as } = acting
  const did = actions[name]!(acting)
  if (!did) return act(acting, 'save')
  world.tried.add(name)
  const { call, owner = as.id, more = [] } = did
  const { status, body } = await send(acting, did)
  const told = status === 200 ? 'done' : String(body.error)
  const key = `${call.route}: ${told}`
  world.told.set(key, (world.told.get(key) ?? 0) + 1)
  // More clients than connections get a 503, and nothing changes.
  const allowed = ['done', 'unavailable', ...call.errors.map(({ code }) => code), ...more]
  if (!allowed.includes(told) || status === 500)
    world.unexpected.push(`${call.route} ${JSON.stringify(did.input)}: ${status} ${told}`)
  if (call === mergeItems && world.items.length > 1)
    world.items = world.items.filter((item) => item !== did.input.id)
  if (status !== 200) return
  world.succeeded.add(name)

  const count = (by: number) => world.standing.set(owner, (world.standing.get(owner) ?? 0) + by)
  const isSave = call === addYolo || call === edits.swapYolo
  if (isSave) world.menu.set(body.itemId, `${body.restaurantId} ${body.categoryId}`)
  if (isSave)
    world.yolos.set(as.id, [body.id as number, ...(world.yolos.get(as.id) ?? [])].slice(0, 6))
  const item = isSave || call === edits.renameYolo || call === edits.moveYolo ? body.itemId : null
  if (item && !world.items.includes(item)) world.items = [item, ...world.items].slice(0, 12)
  if (call === addYolo || call === edits.restoreYolo) count(1)
  if (call === edits.deleteYolo) count(-1)
  if (call === mergeItems || (owner !== as.id && call !== photos.removePhoto)) world.audited++
}

/** Joins, acts a little, and deletes the account. */
async function passBy(acting: Omit<Acting, 'as'>): Promise<void> {
  const { world, at, random } = acting
  const as = await at.member()
  for (let step = 0; step < 8; step++) await act({ ...acting, as }, random.pick(ways.others))
  const { status } = await send({ ...acting, as }, { call: deleteAccount, input: {} })
  expect(status).toBe(200)
  await at.database
    .updateTable('users')
    .set({ delete_at: new Date(0) })
    .where('id', '=', as.id)
    .execute()
  await nightlyQueue(at.services).run({})
  world.standing.delete(as.id)
}

async function prepare(): Promise<World> {
  const app = await testApp()
  const beside = await testApp({ beside: app })
  const place = await app.restaurant()
  const world: World = {
    apps: [app, beside],
    photo: await drawnPhoto(),
    places: [place, await app.restaurant()],
    pair: [await app.member(), await app.member()],
    admin: await app.member({ id: 7 }),
    special: await app.member({ id: 20 }),
    voters: [],
    yolos: new Map(),
    items: [],
    menu: new Map(),
    standing: new Map(),
    audited: 0,
    told: new Map(),
    tried: new Set(),
    succeeded: new Set(),
    unexpected: [],
  }
  const random = generator(0)
  await act({ world, at: app, as: world.pair[0]!, random }, 'save')
  return world
}

/** Verified members and others, some of whose votes have lapsed. */
async function makeOthers({ apps: [app] }: World): Promise<Person[]> {
  const others: Person[] = []
  for (let n = 0; n < 12; n++) {
    const createdAt = new Date(Date.now() - (n % 2 ? 1 : 8) * 86_400_000)
    others.push(await app.member(n < 8 ? {} : { verified: false, createdAt }))
  }
  return others
}

/** With no client active, checks every invariant, in the database and over HTTP. */
async function lookAround(world: World, others: Person[], seed: number): Promise<void> {
  const { database, get } = { ...world.apps[0], get: world.apps[1].get }
  const why = `with MODEL_SEED=${seed}`
  expect(world.unexpected.slice(0, 10), why).toEqual([])
  expect(await violatedInvariants(database), why).toEqual([])
  expect(await membersWithWrongVotes(database, new Date()), why).toEqual([])

  // Two yolos of one member become one where their items do.
  const { rows } = await sql<{ user_id: number; count: number }>`
    select user_id, count(*)::integer as count from (
      select user_id from yolos
      union all select user_id from merge_parts where kind = 'yolo' and not moved) had
     group by user_id`.execute(database)
  const kept = new Map(rows.map((row) => [row.user_id, row.count]))
  const promised = [...world.standing].filter(([, count]) => count !== 0)
  expect(kept, why).toEqual(new Map(promised))
  const audit = await database.selectFrom('audit').select('id').execute()
  expect(audit.length, why).toBeGreaterThanOrEqual(world.audited)

  for (const category of categories) {
    const ranked = await sql<{ id: number }>`
      select i.id from items i join yolos y on y.item_id = i.id join users s on s.id = y.user_id
       where i.category_id = ${category} and i.deleted_at is null
         and 5 > (select count(*) from item_reports r join users u on u.id = r.user_id
                   where r.item_id = i.id and r.cleared_at is null and u.email_verified_at is not null and u.held_at is null)
         and 5 > (select count(*) from restaurant_reports r join users u on u.id = r.user_id
                   where r.restaurant_id = i.restaurant_id and r.cleared_at is null and u.email_verified_at is not null and u.held_at is null)
       group by i.id
       order by greatest(0, i.adjustment + (select count(*) from votes v where v.item_id = i.id and v.counted)) desc,
                count(y.id) filter (where s.held_at is null) desc,
                coalesce(max(y.created_at) filter (where s.held_at is null), 'epoch') desc, i.id`.execute(
      database,
    )
    const truth = ranked.rows.map(({ id }) => id)
    const shown = async (as: Person | null) =>
      (
        (await get(`/api/yolos?category=${category}`, { as })).body.top as Array<{ id: number }>
      ).map(({ id }) => id)
    expect(await shown(others[0]!), why).toEqual(truth)
    expect(await settled(() => shown(null), truth), why).toEqual(truth)
  }
  for (const { id } of world.places) {
    const { body } = await get(`/api${showRestaurant.route.slice(4).replace(':id', String(id))}`)
    const empty = (body.items as items.Card[]).filter(
      ({ yoloCount, yolos }) => yoloCount === 0 || yolos.length === 0,
    )
    expect(empty, why).toEqual([])
  }
}

/** There is a file for every photo and for nothing else. */
async function lookAtFiles({ apps: [app] }: World): Promise<void> {
  const { files, sweep } = photoClient(app)
  app.clock.set(new Date(Date.now() + 2 * 3_600_000))
  await sweep()
  const { rows } = await sql<{ name: string }>`
    select name from photos union select photo from merge_parts where photo is not null`.execute(
    app.database,
  )
  const there = (await files()).map((path) => path.replace(/.*\/([0-9a-f]{32})\D.*$/, '$1'))
  expect(new Set(there)).toEqual(new Set(rows.map(({ name }) => name)))
  expect(there.length).toBe(rows.length * 7)
}

/**
 * F8: two members edit, move, rename, swap, report and delete around one item from 50 clients, beside
 * voters, reporters, an admin, user 20 and members who come and go. Actions are drawn from `seed`.
 */
export async function playModel(milliseconds: number, seed: number): Promise<void> {
  const world = await prepare()
  const others = await makeOthers(world)
  world.voters = [...world.pair, ...others].map(({ id }) => id)
  const owed = milliseconds < 60_000 ? world.tried : world.succeeded
  const quietPoints = Math.max(2, Math.round(milliseconds / 10_000))
  for (let round = 0; round < quietPoints; round++) {
    const until = performance.now() + milliseconds / quietPoints
    await Promise.all(
      Array.from({ length: clients }, async (_, n) => {
        const random = generator(seed * 1_000_003 + round * 1_009 + n)
        const at = world.apps[n % 2]!
        const [as, way] =
          n < 24
            ? [world.pair[n % 4 < 2 ? 0 : 1]!, ways.pair]
            : n < 44
              ? [others[n % others.length]!, ways.others]
              : n < 47
                ? [world.admin, ways.admin]
                : [world.special, ways.special]
        // Takes longer on a slow machine: it goes on until every action has been tried (in a long round: has succeeded).
        while (performance.now() < until || owed.size < Object.keys(actions).length) {
          if (n >= 48) await passBy({ world, at, random })
          else await act({ world, at, as, random }, random.pick(way))
          // Late verification makes earlier reports count.
          if (n === 24 && random.chance(0.02)) await verify(world, random.pick(others))
        }
      }),
    )
    await lookAround(world, others, seed)
    // An item that everyone has reported would play no further part.
    await world.apps[0].database.deleteFrom('restaurant_reports').execute()
    await world.apps[0].database.deleteFrom('item_reports').execute()
  }
  await lookAtFiles(world)
  if (process.env.TEST_LOG) console.log(Object.fromEntries(world.told))
}

const verify = ({ apps: [app] }: World, { id }: Person) =>
  transact(app.database, async (tx) => {
    const now = new Date()
    await tx
      .updateTable('users')
      .set({ email_verified_at: now })
      .where('id', '=', id)
      .where('email_verified_at', 'is', null)
      .execute()
    await setVotesRight(tx, [id], now)
  })

export const modelSeed = () =>
  Number(process.env.MODEL_SEED ?? Math.floor(Math.random() * 1_000_000))

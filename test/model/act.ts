import { expect } from 'vitest'
import { nightlyQueue } from '#features/accounts/nightly.server.ts'
import { deleteAccount } from '#features/accounts/profile/contract.ts'
import { mergeItems } from '#features/merging/contract.ts'
import * as photos from '#features/photos/contract.ts'
import { photoClient } from '#features/photos/photos.testing.ts'
import { addYolo } from '#features/yolos/contract.ts'
import * as edits from '#features/yolos/contract.ts'
import type { Answer } from '#platform/testing/client.ts'
import { actions, ways, type Acting, type Action } from './actions.ts'
import type { World } from './world.ts'

/** Does one of `actions` and records in the model what the response promises. */
export async function act(acting: Acting, name: string): Promise<void> {
  const { world } = acting
  const action = actions[name]!(acting)
  if (!action) return act(acting, 'save')
  world.tried.add(name)
  const answer = await send(acting, action)
  noteAnswer(world, action, answer)
  if (action.call === mergeItems && world.items.length > 1)
    world.items = world.items.filter((item) => item !== action.input.id)
  if (answer.status !== 200) return
  world.succeeded.add(name)
  noteIds(acting, action, answer)
  // Answered as well where it was restored before, which promises nothing more.
  if (action.call !== edits.restoreYolo || answer.body.restored) notePromises(acting, action)
}

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

function noteAnswer(world: World, { call, input, more = [] }: Action, { status, body }: Answer) {
  const outcome = status === 200 ? 'done' : String(body.error)
  const key = `${call.route}: ${outcome}`
  world.outcomes.set(key, (world.outcomes.get(key) ?? 0) + 1)
  // A 503 is allowed, because there are more clients than connections. It changes nothing.
  const allowed = ['done', 'unavailable', ...call.errors.map(({ code }) => code), ...more]
  if (!allowed.includes(outcome) || status === 500)
    world.unexpected.push(`${call.route} ${JSON.stringify(input)}: ${status} ${outcome}`)
}

/** Records the IDs of what was saved or changed, for later actions. */
function noteIds({ world, as }: Acting, { call }: Action, { body }: Answer) {
  const isSave = call === addYolo || call === edits.swapYolo
  if (isSave) {
    world.menu.set(body.itemId, `${body.restaurantId} ${body.categoryId}`)
    world.yolos.set(as.id, [body.id as number, ...(world.yolos.get(as.id) ?? [])].slice(0, 6))
  }
  const item = isSave || call === edits.renameYolo || call === edits.moveYolo ? body.itemId : null
  if (item && !world.items.includes(item)) world.items = [item, ...world.items].slice(0, 12)
}

/** Records how many yolos the owner now has, and that an admin's action must be in the audit. */
function notePromises({ world, as }: Acting, { call, owner = as.id }: Action) {
  const count = (by: number) => world.standing.set(owner, (world.standing.get(owner) ?? 0) + by)
  if (call === addYolo || call === edits.restoreYolo) count(1)
  if (call === edits.deleteYolo) count(-1)
  if (call === mergeItems || (owner !== as.id && call !== photos.removePhoto)) world.audited++
}

/** Lets a new member join, do a few actions and delete the account. */
export async function passBy(acting: Omit<Acting, 'as'>): Promise<void> {
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

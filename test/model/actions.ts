import type { AnyCall } from '#platform/contract/call.ts'
import { tagsOf } from '#domain/vocabulary/tags.data.ts'
import * as holds from '#features/holds/contract.ts'
import * as reports from '#features/items/reports/contract.ts'
import { adjustUpvoteCount, whyThisRank } from '#features/items/votes/contract.ts'
import * as votes from '#features/items/votes/contract.ts'
import { listYolos } from '#features/listings/contract.ts'
import { mergeItems } from '#features/merging/contract.ts'
import * as photos from '#features/photos/contract.ts'
import { reportClosed } from '#features/restaurants/contract.ts'
import { addMoreTags, addYolo } from '#features/yolos/contract.ts'
import * as edits from '#features/yolos/contract.ts'
import type { TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { categories, type Random, type World } from './world.ts'

const names = ['Same', 'SAME ', 'Other', 'Third', 'Fourth']

export type Action = {
  call: AnyCall
  input: Record<string, unknown>
  owner?: number
  more?: string[]
}
export type Acting = { world: World; as: Person; at: TestApp; random: Random }

/** Actions by name. Each returns a call with its input, or null if it isn't possible now. */
export const actions: Record<string, (acting: Acting) => Action | null> = {
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
  report: (acting) => onItem(acting, reports.reportOffMenu),
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
    call: adjustUpvoteCount,
    input: { itemId: random.pick(world.items), newCount: random.pick([0, 1, 5]) },
  }),
}

const common =
  'save,save,save,save what is there,edit,rename,rename,move,move,delete,restore,swap,swap,tag'
const rare = 'give a photo,take the photo away,report closed,list,why'
/** Actions that each kind of client draws from. Frequent ones are listed several times. */
export const ways = {
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

/**
 * Returns an action on a yolo of the acting member, or of one of the pair if the admin acts. Returns null if that
 * member has none.
 */
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

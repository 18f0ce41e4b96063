import type { Command } from '#platform/server/command.ts'
import { milesBetween } from '#domain/miles.ts'
import { decideHeld, heldChanges, type HeldChange } from './held-changes.server.ts'

const usage = `held-changes [accept | refuse <number … | all>]

Without more it lists what imports would have changed but for its size: a restaurant moved by more than
500 m, or one with quite another name. It may be a slip of the source, or another place under its number.

  accept   change them
  refuse   leave them; the same change isn't held again`

export const heldCommand: Command = {
  name: 'held-changes',
  summary: 'List, accept or refuse what imports would change greatly',
  usage,
  async run([decision, ...which], { database }) {
    if (decision === undefined) {
      const held = await heldChanges(database)
      for (const one of held) console.log(line(one))
      if (held.length === 0) console.log('Nothing is held.')
      return 0
    }
    const isAll = which.length === 1 && which[0] === 'all'
    const named = which.map(Number)
    const isNumber = (id: number) => Number.isInteger(id) && id > 0 && id < 2 ** 31
    const isUnclear = which.length === 0 || (!isAll && !named.every(isNumber))
    if (!/^(?:accept|refuse)$/.test(decision) || isUnclear) {
      console.error(usage)
      return 2
    }
    let done = 0
    for (;;) {
      const ids = isAll ? (await heldChanges(database)).map(({ id }) => id) : named
      for (const id of ids) {
        if (await decideHeld(database, id, decision === 'accept')) done += 1
        else if (!isAll) console.error(`${id} is not held, or no more.`)
      }
      if (!isAll || ids.length === 0) break
    }
    console.log(`${done} ${decision === 'accept' ? 'changed' : 'left as they were'}.`)
    return isAll || done === named.length ? 0 : 1
  },
}

function line(held: HeldChange) {
  const { id, placeId, name, newName, address, reason, dishes } = held
  const to = { latitude: held.newLatitude, longitude: held.newLongitude }
  const moved = reason.startsWith('moved')
    ? `${(milesBetween(held, to) * 1.609344).toFixed(1)} km to ${to.latitude}, ${to.longitude}`
    : ''
  const renamed = reason.endsWith('renamed') ? `now '${newName}'` : ''
  const what = [moved, renamed].filter(Boolean).join(', ')
  return `${id}  ${placeId} '${name}', ${address}, ${dishes} dishes: ${what}`
}

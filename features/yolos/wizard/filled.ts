import { quota } from '#domain/quota.ts'
import { isSpecialUser } from '#domain/vocabulary/roles.ts'
import { ApiError, type Api } from '#platform/web/api.ts'
import { session } from '#platform/web/session.ts'
import type { StandingYolo } from './quota-filled.tsx'

type Three = Promise<StandingYolo[] | null>
let last: { key: string; three: Three } | null = null

/**
 * The viewer's three where the category is full: said as soon as both are known. The server decides all the same.
 * `again` asks again; else what the step before heard will do.
 */
export function filledIn(api: Api, categoryId: number | null, again: boolean): Three {
  const { isLogged, id } = session()
  if (!isLogged || id === null || !categoryId || isSpecialUser({ id })) return Promise.resolve(null)
  const key = `${id} ${categoryId}`
  if (again || last?.key !== key) last = { key, three: asked(api, categoryId, id) }
  return last.three
}

async function asked(api: Api, categoryId: number, id: number): Three {
  try {
    const counted = await api('GET /user-categories', {})
    if (!counted.some((one) => one.id === categoryId && one.counter >= quota)) return null
    const { items } = await api('GET /my-page', {})
    return items
      .filter((card) => card.categoryId === categoryId)
      .flatMap(({ id: itemId, itemName, restaurantName, yolos }) =>
        yolos
          .filter(({ userId }) => userId === id)
          .map((yolo) => ({
            id: yolo.id,
            itemId,
            itemName,
            restaurantName,
            description: yolo.description,
          })),
      )
  } catch (problem) {
    if (problem instanceof ApiError) return null
    throw problem
  }
}

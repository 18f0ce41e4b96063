import { itemRenamed } from './contract.ts'
import { nameKey } from './names.ts'

/**
 * Throws if a locked item doesn't have the name that the caller knows, unless it is the one into which the item `wanted`
 * was merged. Members could otherwise rename their dish after others have seen it, and get their votes.
 */
export function refuseRenamed(
  item: { id: number; name_key: string },
  wanted: number,
  expectedName: string | null | undefined,
): void {
  if (expectedName && item.id === wanted && nameKey(expectedName) !== item.name_key)
    throw itemRenamed()
}

/** Returns a hash of a member's name, so that the address of their initials changes with the name. */
export function nameHash(name: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < name.length; at++)
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193) >>> 0
  return hash.toString(36)
}

export const avatarUrl = (userId: number, userName: string) =>
  `/api/avatars/${userId}?v=${nameHash(userName)}`

/**
 * Returns the address for a large avatar. Every new picture has a new `version`, so an address that contains one can be
 * cached forever.
 */
export const largeAvatarUrl = (userId: number, userName: string, version: string | null) =>
  version ? `/api/avatars/${userId}?v=${version}&size=320` : avatarUrl(userId, userName)

/** Changes with the name, so that a picture may be kept until then. */
export function nameHash(name: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < name.length; at++)
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193) >>> 0
  return hash.toString(36)
}

export const avatarOf = (userId: number, userName: string) =>
  `/api/avatars/${userId}?v=${nameHash(userName)}`

/** Where it shows large. A picture's `version` is new with every picture: that address may be kept for ever. */
export const largeAvatarOf = (userId: number, userName: string, version: string | null) =>
  version ? `/api/avatars/${userId}?v=${version}&size=320` : avatarOf(userId, userName)

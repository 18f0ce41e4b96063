import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import type { z } from 'zod'
import { badCursor } from '#platform/contract/paging.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import type { Database } from './services.ts'

// Cursors whose position is nobody's business: they are encrypted and authenticated (AES-256-GCM), each for its own list.
// So nobody reads the values that a public list is sorted by, and nobody asks for what comes after a position of their
// own, or of another list. Two cursors of one position differ, so nobody sees from them that a value has changed.

const nonceLength = 12
const tagLength = 16
/** What a sealed cursor begins with, so that it is found within a page. Addresses contain it as it is. */
const seal = '*'
/** Finds sealed cursors in a page's addresses and data. Two pages that differ only in these are the same. */
export const sealedCursors = /(?<=cursor(?:=|":"))\*[\w-]{40,}/gi

/** Encodes a position in the list of this name, like `encodeCursor`, so that only this site can read it. */
export async function sealCursor(
  database: Database,
  list: string,
  position: readonly unknown[],
): Promise<string> {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', await keyOf(database), nonce)
  cipher.setAAD(Buffer.from(list))
  const sealed = [cipher.update(encodeCursor(position)), cipher.final()]
  return seal + Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64url')
}

/** Returns the position of a sealed cursor. Throws `badCursor` if this site didn't make it for this list. */
export async function openCursor<Position extends z.ZodType>(
  database: Database,
  list: string,
  cursor: string,
  position: Position,
): Promise<z.output<Position>> {
  const key = await keyOf(database)
  if (!cursor.startsWith(seal)) throw badCursor()
  const bytes = Buffer.from(cursor.slice(seal.length), 'base64url')
  if (bytes.length < nonceLength + tagLength) throw badCursor()
  const opener = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceLength))
  opener.setAAD(Buffer.from(list))
  opener.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))
  let plain: string
  try {
    plain = opener.update(bytes.subarray(nonceLength + tagLength), undefined, 'latin1')
    plain += opener.final('latin1')
  } catch {
    throw badCursor()
  }
  return decodeCursor(plain, position)
}

const keys = new WeakMap<Database, KeyObject>()

/**
 * Returns the key, which all processes of the site share and migration 0040 made, as an object: from its bytes, sealing
 * takes three times as long.
 */
async function keyOf(database: Database): Promise<KeyObject> {
  const known = keys.get(database)
  if (known) return known
  const row = await database
    .selectFrom('cursor_key')
    .select('key')
    .where('single', '=', true)
    .executeTakeFirstOrThrow()
  const key = createSecretKey(row.key)
  keys.set(database, key)
  return key
}

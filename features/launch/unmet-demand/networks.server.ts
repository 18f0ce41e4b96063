import { createHmac } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { networkPrefix } from '#domain/network-evidence.ts'

/** Number of bits in the column `networks`. */
const bits = 64

/**
 * Returns the bit that stands for an address's network in the counts of a subject, as a value of the column `networks`.
 * A 64th of all networks share each bit, and which ones do depends on the subject, so that neither the network nor what
 * else it asked for can be derived from the bit. For a subject, a network always sets the same bit, so that nobody is
 * counted twice.
 */
export function networkBit(key: Buffer, ip: string, subject: string): bigint {
  const hash = createHmac('sha256', key)
    .update(`${networkPrefix(ip)} ${subject}`)
    .digest()
  return 1n << BigInt(hash[0]! % bits)
}

/**
 * SQL for the number of bits that are set in a group's rows. It is never more than the number of networks that asked.
 */
export const countBitsSql = sql<number>`bit_count(bit_or(networks))`

/**
 * SQL for the estimated number of networks that set a group's bits (linear counting). It can be higher than the number
 * of bits, because some networks share a bit.
 */
export const visitorsSql: RawBuilder<number> = sql`
  round(-${sql.lit(bits)} * ln((${sql.lit(bits + 0.5)} - bit_count(bit_or(networks))) / ${sql.lit(bits + 0.5)}))::integer`

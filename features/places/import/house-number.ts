import { type RawBuilder, sql } from 'kysely'

// JavaScript and PostgreSQL read these patterns alike.
/** A digit that isn't in an ordinal ('5th Street'). */
const digit = String.raw`\d(?!\d*(?:st|nd|rd|th)(?:[^a-z]|$))`
/**
 * What is behind the last comma isn't asked, because that may be a postcode, unless nothing but a number of up to three
 * digits is behind the only one ('Via Roma, 12').
 */
const houseNumber = String.raw`^[^,]*${digit}[^,]*$|${digit}.*,|^[^,]*,\s*\d{1,3}\s?[a-z]?$`
const pattern = new RegExp(houseNumber, 'i')

/** Returns whether an address has no house number and another one has: 'Main Street' tells less than '12 Main Street'. */
export const lacksHouseNumberOf = (address: string, other: string) =>
  pattern.test(other) && !pattern.test(address)

/** SQL for the same. */
export const lacksHouseNumberOfSql = (address: RawBuilder<string>, other: RawBuilder<string>) =>
  sql<boolean>`(${other} ~* ${houseNumber} and ${address} !~* ${houseNumber})`
